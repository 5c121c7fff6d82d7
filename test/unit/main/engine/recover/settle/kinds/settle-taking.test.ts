import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ItemId } from '../../../../../../../main/engine/model/ids.ts';
import { noteSeen } from '../../../../../../../main/engine/recover/settle/looks.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../../support/engine/local-root.ts';
import { journalOf, openSettling, type Settling } from '../../../../../../support/engine/settling.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
  for (const path of ['a/b', 'c']) await root.write(path, path);
  await root.observer.scanAll();
  root.syncAll();
  root.store.clean(root.store.dirty(10));
});
afterEach(() => root.dispose());

let settling: Settling;
beforeEach(() => {
  settling = openSettling(root);
});
const look = () => settling.settle();
/** A look at everything, as the loop does it. */
async function scan(): Promise<void> {
  noteSeen(settling.context, await root.observer.scanAll(), null);
}
const itemOf = (path: string): ItemId => {
  const row = root.store.syncedByLocal(root.row(path).id);
  if (row === undefined) throw new Error(`${path} was never agreed on`);
  return row.itemId;
};
const isAgreedOn = (item: ItemId): boolean => root.store.syncedByItem(item) !== undefined;

test('[P85] an item that a step trashed but never recorded, and all below it, is no delete by a person', async () => {
  const items = ['a', 'a/b'].map(itemOf);
  root.store.putTaking([root.row('a').id]);
  await rm(root.at('a'), { recursive: true });
  await root.observer.scanAll();
  look();
  expect(items.map(isAgreedOn), 'missing, and not known yet to be gone').toEqual([true, true]);
  await root.settle();
  look();
  expect(items.map(isAgreedOn)).toEqual([false, false]);
  expect(new Set(root.store.dirty(10).itemIds)).toEqual(new Set(items));
  expect(isAgreedOn(itemOf('c'))).toBe(true);
});

test('[P85] an item about to go that is still there stays agreed on, even when a person deletes it later', async () => {
  const item = itemOf('c');
  root.store.putTaking([root.row('c').id]);
  look();
  await scan();
  look();
  await rm(root.at('c'));
  await scan();
  await root.settle();
  look();
  expect(isAgreedOn(item)).toBe(true);
});

test('[P85] items that a failed step took are no deletes by a person; that an item still exists takes a look to confirm', async () => {
  const [first, second] = [itemOf('a/b'), itemOf('c')];
  root.store.putTaking([root.row('a/b').id, root.row('c').id]);
  await rm(root.at('a/b'));
  look();
  expect(settling.context.hints.take(0).folders, 'where they were is looked at, at once').toEqual([
    root.at('a'),
    root.path,
  ]);
  look();
  await scan();
  look();
  await root.settle();
  look();
  expect([first, second].map(isAgreedOn)).toEqual([false, true]);
});

test('[P85] the open items of a failed step are not forgotten for the next one', async () => {
  const items = [itemOf('a/b'), itemOf('c')];
  root.store.putTaking([root.row('a/b').id]);
  root.store.putTaking([root.row('c').id]);
  for (const path of ['a/b', 'c']) await rm(root.at(path));
  await scan();
  await root.settle();
  look();
  expect(items.map(isAgreedOn)).toEqual([false, false]);
});

test('[P85] a folder that is made again after it was taken is another one: nothing in the old one was deleted by a person', async () => {
  const items = ['a', 'a/b'].map(itemOf);
  const old = root.row('a').id;
  root.store.putTaking([old]);
  await rm(root.at('a'), { recursive: true });
  await root.write('a/new', 'of the person');
  await scan();
  await root.settle();
  look();
  expect(items.map(isAgreedOn)).toEqual([false, false]);
  expect(root.row('a').id).not.toBe(old);
  expect(root.store.localPath(root.row('a/new').id)).toBe('a/new');
});

test('[P51] [P85] an item whose place in the trash is known is recorded there, once', async () => {
  const [folder, file] = [root.row('a'), root.row('c')];
  const items = ['a', 'c'].map(itemOf);
  root.store.putTaking([folder.id, file.id]);
  root.store.putTakenTo(folder.id, { entry: folder, place: '/trash/a', by: 'trash-local' });
  root.store.putTakenTo(file.id, { entry: file, place: '/beside/c', by: 'rescue' });
  for (const path of ['a', 'c']) await rm(root.at(path), { recursive: true });
  await scan();
  await root.settle();
  look();
  look();
  const [first, ...others] = root.whole.trash.list(10);
  expect([first, others]).toMatchObject([{ path: 'a', place: '/trash/a', itemId: items[0], nodes: 2, bytes: 3 }, []]);
  expect(journalOf(root)).toMatchObject([
    { kind: 'rescue', path: 'c', after: { rescuedTo: '/beside/c' } },
    { kind: 'trash-local', path: 'a', before: { nodes: 2, trash: '/trash/a', from: 'a' } },
  ]);
});

test('[P85] an item that is back has no place in the trash, wherever it goes later', async () => {
  const file = root.row('c');
  root.store.putTaking([file.id]);
  root.store.putTakenTo(file.id, { entry: file, place: '/trash/c', by: 'trash-local' });
  root.store.putTakenTo(file.id, null);
  expect([root.store.isTaking(file.id), root.store.takenTo(file.id)]).toEqual([true, null]);
  root.store.forgetTaking(file.id);
  root.store.putTakenTo(file.id, { entry: file, place: '/trash/c', by: 'trash-local' });
  expect([root.store.isTaking(file.id), root.store.takenTo(file.id)]).toEqual([false, null]);
});

test.each([
  ['trash-local', true],
  ['rescue', true],
  ['download', false],
])('[P85] while a step takes items away, all that were taken wait; %s takes: %s', async (kind, waits) => {
  const [item, { id }] = [itemOf('c'), root.row('c')];
  root.store.putTaking([id]);
  await rm(root.at('c'));
  await scan();
  await root.settle();
  expect(settling.settle([{ kind }])).toMatchObject({ localIds: waits ? [id] : [] });
  expect(isAgreedOn(item)).toBe(waits);
  look();
  expect(isAgreedOn(item)).toBe(false);
});
