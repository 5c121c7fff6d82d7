import { isStillWanted, staysHere } from '../execute/still-wanted.ts';
import { busyNodes } from '../execute/subject.ts';
import { discard } from '../execute/transfer/download/discard.ts';
import { type Content, sameContent, sameFingerprint } from '../model/entry.ts';
import { type ItemId, localId } from '../model/ids.ts';
import { comesHere } from '../model/scope.ts';
import { FileSystemError } from '../ports/file-system.ts';
import type { EngineParts } from '../root/engine-parts.ts';
import type { RootContext } from '../root/root-context.ts';

type Retiring = Pick<RootContext, 'root' | 'runner'> & {
  readonly execution: Pick<RootContext['execution'], 'trees' | 'rootKey'>;
};

type RetiringDownloads = Retiring & { readonly parts: Pick<EngineParts, 'store' | 'fileSystem' | 'log'> };

/**
 * Ends the downloads of a root whose item is gone, out of scope or changed, and removes their bytes once no step writes them (SPEC P66, edge
 * case 112). Bytes also go if no step will continue them because the file already has the content.
 */
export async function retireDownloads(context: RetiringDownloads): Promise<void> {
  const { runner, execution, parts } = context;
  const { fileSystem, log } = parts;
  const records = parts.store.transfers;
  runner.abort((step) => !isStillWanted(execution.trees, step));
  const busy = busyNodes(runner).itemIds;
  for (const record of records.downloads(execution.rootKey)) {
    if (busy.has(record.itemId) || isDownloadWanted(context, record)) continue;
    try {
      await discard({ fileSystem, records }, record, record.stagingName);
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error;
      // A later full scan collects it.
      log.warn(`A temporary file of ${record.root} could not be removed.`, { reason: error.message });
    }
  }
}

type RetiringUploads = Retiring & { readonly parts: Pick<EngineParts, 'store' | 'transfers'> };

/** Ends the upload sessions of a root that no step will continue: the file is gone or has changed (edge case 98). */
export function retireUploads({ root, runner, execution, parts }: RetiringUploads): void {
  const records = parts.store.transfers;
  const busy = busyNodes(runner).localIds;
  for (const { key, fingerprint } of records.uploads(execution.rootKey)) {
    const id = localId(Number(key.slice(execution.rootKey.length + 1)));
    const local = root.local(id);
    const isWanted = local !== undefined && sameFingerprint(local.fingerprint, fingerprint);
    if (!busy.has(id) && !isWanted) parts.transfers.giveUp(key);
  }
}

type Download = { readonly itemId: ItemId; readonly content: Content };

function isDownloadWanted({ root, execution }: Retiring, { itemId: id, content }: Download): boolean {
  if (!sameContent(root.remote(id)?.content ?? null, content)) return false;
  const row = root.syncedByItem(id);
  if (sameContent(row?.content ?? null, content)) return false;
  const isHere = row !== undefined && root.local(row.localId) !== undefined;
  return isHere ? staysHere(execution.trees, { localId: row.localId, itemId: id }) : comesHere(execution.trees, id);
}

/** The same for a root that ends, while nothing works on it: its records go with it. */
export function endUploads({ store, transfers }: Pick<EngineParts, 'store' | 'transfers'>, rootKey: string): void {
  for (const { key } of store.transfers.uploads(rootKey)) transfers.giveUp(key);
}
