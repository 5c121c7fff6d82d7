import { rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { etag, fileIdentity, type ItemId, itemId, sha1 } from '../../../../../../main/engine/model/ids.ts';
import { createOpenEffects } from '../../../../../../main/engine/recover/settle/open-effects.ts';
import { lookAtStaging, seekPlaced } from '../../../../../../main/engine/recover/settle/staging-look.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(async () => {
  await rm(`${root.path}-aside`, { recursive: true, force: true });
  await root.dispose();
});

/** An item is about to be put in place from this staging file. */
function aboutToPlace(item: string, stagingName: string | null): ItemId {
  const id = itemId(item);
  root.store.putPlacing({
    localId: null,
    itemId: id,
    parentLocalId: root.store.rootLocalId,
    kind: 'file',
    localName: item,
    remoteName: item,
    content: { sha1: sha1('a'.repeat(40)), sizeBytes: 2 },
    fingerprint: { identity: fileIdentity(item), sizeBytes: 2, mtimeNs: '5', ctimeNs: '5' },
    etag: etag('0'),
    stagingName,
  });
  return id;
}

async function stage(name: string): Promise<void> {
  const file = await root.fileSystem.openStaging(root.path, name);
  await file.append(new TextEncoder().encode(name));
  await file.close();
}

function look(busy: readonly ItemId[] = [], change: Partial<LocalRoot['fileSystem']> = {}) {
  const [record] = root.whole.roots();
  if (record === undefined) throw new Error('nothing is linked');
  const runner = { running: () => busy.map((item) => ({ kind: 'download' as const, rule: 'P15', itemId: item })) };
  const parts = { fileSystem: { ...root.fileSystem, ...change } };
  return lookAtStaging({ root: root.store, runner, parts, record });
}

test('[P85] the staging folder shows for each open placement whether its file left', async () => {
  const [left, there, untold] = [aboutToPlace('11', 'left'), aboutToPlace('12', 'there'), aboutToPlace('13', null)];
  await stage('there');
  await stage('of no one');
  expect(await look()).toEqual(
    new Map([
      [left, 'left'],
      [there, 'there'],
      [untold, 'untold'],
    ]),
  );
});

test('[P85] a placement whose step is in flight is left to its result', async () => {
  const [busy, open] = [aboutToPlace('11', 'one'), aboutToPlace('12', 'two')];
  await stage('one');
  await stage('two');
  expect(await look([busy])).toEqual(new Map([[open, 'there']]));
});

test('[P85] without a staging folder nothing is known', async () => {
  const item = aboutToPlace('11', 'one');
  expect(await look()).toEqual(new Map([[item, 'untold']]));
});

test('[P85] [E68] if the volume goes during the look, the empty list of its mount point says nothing', async () => {
  const item = aboutToPlace('11', 'one');
  await stage('one');
  const listStaging = async (path: string): Promise<readonly string[]> => {
    await rename(root.path, `${root.path}-aside`);
    return root.fileSystem.listStaging(path);
  };
  expect(await look([], { listStaging })).toEqual(new Map([[item, 'untold']]));
});

test('[P85] nothing is read from the disk without an open placement', async () => {
  const busy = aboutToPlace('11', 'one');
  const never = (): Promise<never> => Promise.reject(new Error('the disk was read'));
  expect(await look([busy], { listStaging: never, stat: never })).toEqual(new Map());
});

test('[P85] before a full scan, the folders of all open placements are noted as sought', async () => {
  const [busy, open] = [aboutToPlace('11', 'one'), aboutToPlace('12', 'two')];
  const effects = createOpenEffects();
  const runner = { running: () => [{ kind: 'download' as const, rule: 'P15', itemId: busy }] };
  seekPlaced({ root: root.store, runner, effects });
  expect([...effects.looks]).toEqual([[open, { at: root.store.rootLocalId, isSeen: false }]]);
  effects.looks.set(open, { at: root.store.rootLocalId, isSeen: true });
  seekPlaced({ root: root.store, runner, effects });
  expect([...effects.looks.values()], 'a look that took place counts').toEqual([
    { at: root.store.rootLocalId, isSeen: true },
  ]);
});
