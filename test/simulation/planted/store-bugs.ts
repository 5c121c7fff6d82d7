import { type LocalId, sha1 } from '../../../main/engine/model/ids.ts';
import type { Dirty } from '../../../main/engine/model/tree.ts';
import type { RootStore } from '../../../main/engine/store/root-store.ts';
import type { Store } from '../../../main/engine/store/store.ts';

const NO_SHA1 = sha1('0'.repeat(40));

/** Wraps each root's store; the same wrapper for the same root, as the store promises. */
function withRoots(store: Store, change: (root: RootStore) => RootStore): Store {
  const changed = new Map<RootStore, RootStore>();
  return {
    ...store,
    root(id) {
      const root = store.root(id);
      const known = changed.get(root) ?? change(root);
      changed.set(root, known);
      return known;
    },
  };
}

/** Forgets the agreed state at the next start. */
export const forgetfulBase = (store: Store): Store =>
  withRoots(store, (root) => {
    const forget = (folder: LocalId): void => {
      for (const row of root.syncedChildren(folder)) {
        if (row.kind === 'folder') forget(row.localId);
        else root.removeSynced(row.localId);
      }
    };
    forget(root.rootLocalId);
    return root;
  });

/** Fails to recognise a download by its digest, so it looks like a local edit. */
export const wrongOwnDigest = (store: Store): Store =>
  withRoots(store, (root) => ({
    ...root,
    putLocal: (entry, takenAt) => root.putLocal(entry.sha1 === null ? entry : { ...entry, sha1: NO_SHA1 }, takenAt),
  }));

/** Treats everything as never synced after the service has dropped the position. */
export const resetOnLostPosition = (store: Store): Store =>
  withRoots(store, (root) => ({
    ...root,
    setNote(name, value) {
      root.setNote(name, value);
      if (name !== 'listed_since') return;
      for (const row of root.syncedChildren(root.rootLocalId)) root.removeSyncedBelow(row.localId);
    },
  }));

/** Reports only steps in progress as not in sync. */
export const falseGreen = (store: Store): Store =>
  withRoots(store, (root) => ({
    ...root,
    doubtfulCount: () => 0,
    reasonCounts: () => ({ blocked: 0, waiting: 0, held: 0 }),
  }));

/** Leaves waiting items waiting. */
export const asleepForEver = (store: Store): Store => withRoots(store, (root) => ({ ...root, wake: () => true }));

/** Agrees on the file as it is now, not as it was when it was sent: a save in between looks synced. */
export const latestFingerprint = (store: Store): Store =>
  withRoots(store, (root) => ({
    ...root,
    putSynced: (row) =>
      root.putSynced({ ...row, fingerprint: root.local(row.localId)?.fingerprint ?? row.fingerprint }),
  }));

/** Lets a failed step wait for a change that may never come, although its time is up. */
export const neverAgain = (store: Store): Store =>
  withRoots(store, (root) => ({ ...root, nextRetryAtMs: () => null, retryDue: () => [] }));

/** Takes what its folder no longer lists for deleted, before it was looked for elsewhere. */
export const goneWhenMissing = (store: Store): Store =>
  withRoots(store, (root) => ({ ...root, markMissing: (id, takenAt) => root.removeLocal(id, takenAt) }));

/** Puts a file or a folder in place without noting it first. */
export const placingUnnoted = (store: Store): Store =>
  withRoots(store, (root) => ({ ...root, putPlacing: () => undefined }));

/** Sends a content without noting it first. */
export const sentUnnoted = (store: Store): Store => ({
  ...store,
  transfers: { ...store.transfers, saveSent: () => undefined },
});

/** Takes everything that was about to happen before a start for void. */
export const voidAtStart = (store: Store): Store =>
  withRoots(store, (root) => {
    for (const { itemId } of root.placing(() => false)) root.forgetPlacing(itemId);
    for (const id of root.taking()) root.forgetTaking(id);
    for (const { itemId } of root.trashing()) root.forgetTrashing(itemId);
    for (const { localId } of root.making()) root.forgetMaking(localId);
    for (const { itemId } of root.moving()) root.forgetMoving(itemId);
    for (const { key } of store.transfers.sent(String(root.id))) store.transfers.forgetSent(key, null);
    return root;
  });

/** Plans failed items first, and blocks all others behind them. */
export const headOfLine = (store: Store): Store =>
  withRoots(store, (root) => {
    const isFirst = failedFirst(root);
    const dirty = (limit: number): Dirty => {
      const { localIds, itemIds } = root.dirty(limit);
      return {
        localIds: localIds.filter((localId) => isFirst({ localId, itemId: null })),
        itemIds: itemIds.filter((itemId) => isFirst({ localId: null, itemId })),
      };
    };
    const hasDirty = (): boolean => {
      const { localIds, itemIds } = dirty(MOST_NODES);
      return localIds.length + itemIds.length > 0;
    };
    return { ...root, dirty: (limit) => dirty(Math.max(limit, MOST_NODES)), hasDirty };
  });

const MOST_NODES = 10_000;

/** True if the item may be planned now. While any item has failed, only failed ones may. */
const failedFirst =
  (root: RootStore) =>
  (node: Parameters<RootStore['reasonOf']>[0]): boolean =>
    !root.reasons(MOST_NODES).some(({ source }) => source === 'step') || root.reasonOf(node)?.source === 'step';
