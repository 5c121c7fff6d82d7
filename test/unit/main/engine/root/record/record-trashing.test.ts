import { expect, test } from 'vitest';
import { done } from '../../../../../../main/engine/execute/step-result.ts';
import { itemId } from '../../../../../../main/engine/model/ids.ts';
import { recordDone } from '../../../../../../main/engine/root/record/record.ts';
import { fingerprintOf, openStoreBench, remoteEntry } from '../../../../../support/engine/store-bench.ts';

/** A folder of the service whose delete got no answer. */
function openTrashing() {
  const { store, root } = openStoreBench();
  const item = remoteEntry('8', '0', 'b', { kind: 'folder', content: null });
  root.putRemote(item, root.tick());
  const { id, kind, parentId, name, etag } = item;
  root.putTrashing({ itemId: id, kind, parentId, name, etag, subtree: 1, deletedBefore: [], atMs: 0 });
  const place = { parentId: root.rootLocalId, name: 'b', kind: 'folder', sha1: null } as const;
  const fingerprint = fingerprintOf('new');
  const agreed = {
    itemId: id,
    parentLocalId: root.rootLocalId,
    kind: 'folder',
    localName: 'b',
    remoteName: 'b',
    content: null,
    fingerprint,
    etag,
  } as const;
  const recording = { root, journal: store.journal, nowMs: 0, batch: 1, doubt: () => undefined };
  return { store, root, id, place: { ...place, fingerprint }, agreed, recording };
}

test('[P85] a delete without an answer is over once its folder has come here again', () => {
  const { store, root, id, place, agreed, recording } = openTrashing();
  const local = { ...place, id: null };
  const deed = { kind: 'create-local-folder', rule: 'P19', itemId: id, name: 'b' } as const;
  recordDone(recording, deed as never, done(root.tick(), { local, agreed: { ...agreed, localId: null } }));
  expect(root.syncedByItem(id)?.localName).toBe('b');
  expect(root.trashingOf(id)).toBeUndefined();
  store.close();
});

test('[P85] a folder that was made here under its name is new, although both sides agree', () => {
  const { store, root, place, agreed, recording } = openTrashing();
  const localId = root.newLocalId();
  root.putLocal({ ...place, id: localId }, root.tick());
  const deed = { kind: 'adopt', rule: 'P17', localId, itemId: itemId('8') } as const;
  recordDone(recording, deed as never, done(root.tick(), { agreed: { ...agreed, localId } }));
  expect(root.syncedByLocal(localId)?.itemId).toBe('8');
  expect(root.trashingOf(itemId('8'))).toBeDefined();
  store.close();
});
