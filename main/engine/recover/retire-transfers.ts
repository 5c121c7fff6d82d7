import { nodesOf } from '../execute/subject.ts';
import { type Content, sameContent, sameFingerprint } from '../model/entry.ts';
import { type ItemId, localId } from '../model/ids.ts';
import { scopeOf } from '../model/scope.ts';
import type { EngineParts } from '../root/engine-parts.ts';
import type { RootContext } from '../root/root-context.ts';

type Retiring = Pick<RootContext, 'root' | 'runner'> & {
  readonly execution: Pick<RootContext['execution'], 'trees' | 'rootKey'>;
  readonly parts: Pick<EngineParts, 'store' | 'transfers'>;
};

/**
 * Forgets the transfers of a root that no step will continue: the item is gone, out of scope, changed or already has the content. The
 * bytes of a download then count as left behind, and the session of an upload ends on the service (edge cases 98 and 112).
 */
export function retireTransfers(context: Retiring): void {
  const { root, runner, execution, parts } = context;
  const records = parts.store.transfers;
  const running = runner.running().map(nodesOf);
  const items = new Set(running.map((nodes) => nodes.itemId));
  for (const { itemId: id, content, key } of records.downloads(execution.rootKey))
    if (!items.has(id) && !isDownloadWanted(context, id, content)) records.forgetDownload(key);
  const files = new Set(running.map((nodes) => nodes.localId));
  for (const { key, fingerprint } of records.uploads(execution.rootKey)) {
    const id = localId(Number(key.slice(execution.rootKey.length + 1)));
    const local = root.local(id);
    const isWanted = local !== undefined && sameFingerprint(local.fingerprint, fingerprint);
    if (!files.has(id) && !isWanted) parts.transfers.giveUp(key);
  }
}

function isDownloadWanted({ root, execution }: Retiring, id: ItemId, content: Content): boolean {
  if (!sameContent(root.remote(id)?.content ?? null, content)) return false;
  return !sameContent(root.syncedByItem(id)?.content ?? null, content) && scopeOf(execution.trees, id) === 'wanted';
}

/** The same for a root that ends, while nothing works on it: its records go with it. */
export function endUploads({ store, transfers }: Pick<EngineParts, 'store' | 'transfers'>, rootKey: string): void {
  for (const { key } of store.transfers.uploads(rootKey)) transfers.giveUp(key);
}
