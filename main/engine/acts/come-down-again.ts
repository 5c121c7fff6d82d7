import type { SyncedEntry } from '../model/entry.ts';
import { recordGone } from '../root/record/record.ts';
import type { Act } from './act.ts';

type Deleted = {
  /** Of the deleted item, which must not be on this disk. */
  readonly row: SyncedEntry;
  readonly path: string;
  readonly rule: string;
};

/**
 * Has an item that was deleted here downloaded again, with everything below it: without its rows it looks new on the service. An item that
 * was moved out of it before keeps its row, as after any removal.
 */
export function comeDownAgain({ context, note }: Act, { row, path, rule }: Deleted): void {
  const { root } = context;
  const { localId, itemId, kind } = row;
  root.transaction(() => {
    const gone = { local: localId, remote: null, row: { localId, below: true } };
    for (const one of recordGone(root, gone, root.tick())) root.clearReason(one);
    root.letGo(row);
    note({ kind: 'bring-back', rule, side: 'local', itemKind: kind, path, localId, itemId });
  });
}
