import { join } from 'node:path';
import type { Borders } from '../execute/execution.ts';
import { isSurelySame, sameSizeAndTime } from '../model/entry.ts';
import { isReusable } from '../model/ids.ts';
import { rootState } from '../observe/local/root-state.ts';
import type { FileSystem } from '../ports/file-system.ts';
import { placeOf } from '../recover/epoch-notes.ts';
import type { RootRecord } from '../store/root-table.ts';
import type { Store } from '../store/store.ts';

/**
 * Moves between roots of the same account (edge case 85). An item that moves from one root to another looks new in one and deleted in
 * the other; its file identity shows that it is the same item.
 */
export function createBorders(store: Store, fileSystem: FileSystem, own: RootRecord): Borders {
  const sameAccount = (): readonly RootRecord[] =>
    store.roots().filter((record) => record.id !== own.id && record.account === own.account);
  return {
    cameFrom: async ({ kind, fingerprint }) => {
      const others = sameAccount();
      if (others.length === 0) return null;
      for (const { rootId, localId, itemId } of store.borders.agreedElsewhere(own.id, fingerprint.identity)) {
        const record = others.find(({ id }) => id === rootId);
        if (record === undefined) continue;
        const root = store.root(rootId);
        const row = root.syncedByLocal(localId);
        if (row === undefined || row.kind !== kind) continue;
        if (!isSurelySame(kind, row.fingerprint, fingerprint)) continue;
        // Where the root's own folder went, everything in it went along: no item left the root.
        if ((await rootState(fileSystem, placeOf(record, root))) !== 'present') continue;
        const below = root.localPath(localId) ?? root.syncedPath(localId);
        const there = below === null ? null : await fileSystem.stat(join(record.localPath, ...below.split('/')));
        // Another hard link to it (56), or it is back; after a new mount it may have another number (SPEC P94).
        if (there?.fingerprint.identity === fingerprint.identity) continue;
        if (there !== null && isReusable(fingerprint.identity) && sameSizeAndTime(there.fingerprint, fingerprint))
          continue;
        const { content } = row;
        return { itemId, kind, content, fingerprint: row.fingerprint, etag: root.remote(itemId)?.etag ?? row.etag };
      }
      return null;
    },
    wentElsewhere: (localId) => sameAccount().length > 0 && store.borders.showsElsewhere(own.id, localId),
  };
}
