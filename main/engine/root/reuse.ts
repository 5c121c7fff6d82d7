import { join } from 'node:path';
import type { ExecutionReuse } from '../execute/execution.ts';
import type { Store } from '../store/store.ts';

/**
 * Content that need not be transferred again. `there`: files of a given size on the service, in any root of the account, that can
 * be copied. `here`: a file on this disk that had this content when it was last read; it is read again before use.
 */
export function createReuse(store: Store, account: string): ExecutionReuse {
  const rootOf = (id: number) => store.roots().find((record) => record.id === id && record.account === account);
  return {
    there: (sizeBytes) =>
      store.reuse.remoteOfSize(sizeBytes).flatMap(({ rootId, itemId }) => {
        const entry = rootOf(rootId) === undefined ? undefined : store.root(rootId).remote(itemId);
        return entry?.canDownload === true ? [entry] : [];
      }),
    inTrash: (id) => store.trash.ofItem(id)?.place ?? null,
    here: (content) => {
      for (const { rootId, localId } of store.reuse.localOfContent(content)) {
        const record = store.roots().find((one) => one.id === rootId);
        const entry = store.root(rootId).local(localId);
        const below = store.root(rootId).localPath(localId);
        if (record === undefined || entry === undefined || below === null || below === '') continue;
        return { path: join(record.localPath, ...below.split('/')), expect: entry.fingerprint };
      }
      return null;
    },
  };
}
