import type { LocalEntry, SyncedEntry } from '../../model/entry.ts';
import type { LocalId } from '../../model/ids.ts';
import { type Answer, type Refused, refusedBy } from '../../model/refusal.ts';
import { recordGone } from '../../root/record/record.ts';
import type { Act } from '../act.ts';
import { trashHere } from './trash-here.ts';

type GivenUp = {
  readonly local: LocalEntry;
  /** Relative to the root. */
  readonly path: string;
  readonly rule: string;
  /** The agreement on the item that comes instead; undefined: the service has none. */
  readonly row: SyncedEntry | undefined;
};

/**
 * Moves local content to the local trash for the content of the service, which the next plan downloads. Refused unless that can come: the
 * trash would have the only copy (SPEC P46, P49).
 */
export async function giveUpHere(act: Act, { local, path, rule, row }: GivenUp): Promise<Answer<unknown>> {
  const { context } = act;
  const refusal = row === undefined ? null : await cannotCome(act, row, path);
  if (refusal !== null) return refusal;
  const { root } = context;
  const also = (left: readonly LocalId[]): void => {
    const gone = row === undefined ? null : { localId: row.localId, below: true };
    const here = left.length === 0 ? { local: local.id } : { local: null, left };
    recordGone(root, { ...here, remote: null, row: gone }, root.tick());
    root.markDirtyLocal(local.id);
  };
  return trashHere(act, { local, path, rule, itemId: row?.itemId ?? null, also });
}

/** Asks the service: the tree may not show yet what happened there. */
async function cannotCome({ context, remote }: Act, row: SyncedEntry, path: string): Promise<Refused | null> {
  const item = await remote.item(row.itemId, row.kind);
  if (item === null || item.parentId === null || context.root.remote(item.parentId) === undefined) {
    return refusedBy('not_found', { code: 'service_version_gone', args: { path } });
  }
  if (item.kind === 'folder' || item.canDownload) return null;
  return refusedBy('not_possible', { code: 'service_version_withheld', args: { path } });
}
