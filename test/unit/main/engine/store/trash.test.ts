import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStoreBench } from '../../../../support/engine/store-bench.ts';

const ABOUT = { rootPath: '/root', itemKind: 'file', itemId: null, nodes: 1, bytes: 1, atMs: 1 } as const;
const inRoot = (root: string, path: string) => join(root, '.tandem', 'trash', path);

test('[P51] [P55] the trash in a root moves with it, for its list, its journal and a removal under way', () => {
  const { store, root } = openStoreBench();
  const [record] = store.roots();
  if (record === undefined) throw new Error('the bench has a root');
  const other = { ...ABOUT, rootId: record.id, path: 'b.txt', place: inRoot('/root of another', 'b.txt') };
  const elsewhere = { ...ABOUT, rootId: record.id, path: 'c.txt', place: '/state/trash/c.txt' };
  store.trash.add({ ...ABOUT, rootId: record.id, path: 'a.txt', place: inRoot('/root', 'a.txt') });
  for (const trashed of [other, elsewhere]) store.trash.add(trashed);
  const longer = inRoot('/mnt/root', 'e.txt');
  const places = [inRoot('/root', 'a.txt'), '/state/trash/c.txt', longer, inRoot('/root', 'f.txt')].join('\n');
  const { id } = store.journal.append({
    atMs: 1,
    rootId: record.id,
    batch: 1,
    kind: 'trash-local',
    side: 'local',
    rule: 'P4',
    itemKind: 'file',
    localId: null,
    itemId: null,
    path: 'a.txt',
    fromPath: null,
    bytes: null,
    before: JSON.stringify({ trash: places }),
    after: null,
  });
  const entry = root.local(root.rootLocalId);
  if (entry === undefined) throw new Error('the root has a local entry');
  root.putTaking([entry.id]);
  root.putTakenTo(entry.id, { entry, place: inRoot('/root', 'd.txt'), by: 'trash-local' });

  store.setPlace(record.id, { ...record, localPath: '/media/other "place"' });
  const now = (path: string) => inRoot('/media/other "place"', path);
  expect(store.trash.list(9).map(({ place }) => place)).toEqual([elsewhere.place, other.place, now('a.txt')]);
  const { trash } = JSON.parse(store.journal.find(id)?.before ?? '{}') as { trash: string };
  expect(trash.split('\n')).toEqual([now('a.txt'), '/state/trash/c.txt', longer, now('f.txt')]);
  expect(root.takenTo(entry.id)?.place).toBe(now('d.txt'));
  root.putTakenTo(entry.id, { entry, place: longer, by: 'trash-local' });
  store.setPlace(record.id, { ...record, localPath: '/root' });
  store.setPlace(record.id, { ...record, localPath: '/elsewhere' });
  expect(root.takenTo(entry.id)?.place).toBe(longer);
  store.close();
});
