import { join } from 'node:path';
import type { Borders } from './execute/execution.ts';
import { isReusable } from './model/ids.ts';
import type { FileSystem } from './ports/file-system.ts';
import type { RootRecord } from './store/root-table.ts';
import type { Store } from './store/store.ts';

/**
 * What passes between the roots of one account (edge case 85). A file or folder that a person moves from one into another is new in
 * the one and gone from the other; by its identity it is found to be the same.
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
        const isOther =
          row.fingerprint.sizeBytes !== fingerprint.sizeBytes || row.fingerprint.mtimeNs !== fingerprint.mtimeNs;
        // Where numbers are given out again, the same number proves nothing for another content (edge case 57).
        if (isReusable(fingerprint.identity) && (kind === 'folder' || isOther)) continue;
        const below = root.localPath(localId) ?? root.syncedPath(localId);
        const there = below === null ? null : await fileSystem.stat(join(record.localPath, ...below.split('/')));
        // Another name of it (56), or it is back.
        if (there?.fingerprint.identity === fingerprint.identity) continue;
        const { content } = row;
        return { itemId, kind, content, fingerprint: row.fingerprint, etag: root.remote(itemId)?.etag ?? row.etag };
      }
      return null;
    },
    wentElsewhere: (localId) => sameAccount().length > 0 && store.borders.showsElsewhere(own.id, localId),
  };
}
