import type { Words } from '../../../../preload/words/message.ts';
import { assertNever } from '../../model/assert-never.ts';
import { type Answer, type Refused, refusedBy } from '../../model/refusal.ts';
import type { RootContext } from '../../root/root-context.ts';
import type { JournalEntry } from '../../store/history/journal-table.ts';
import { type Act, acting, alreadyUndone, interrupted, refusalOfError } from '../act.ts';
import { undoMoveLocal, undoReplaceLocal, undoRestoreLocal, undoSetAside, undoTrashLocal } from './undo-local.ts';
import { undoMoveRemote, undoNewVersion, undoRestoreRemote, undoTrashRemote } from './undo-remote.ts';
import { undoResolve } from './undo-resolve.ts';

/** The result of an undo. `batch`: its journal batch, which can be undone in turn; null: nothing was done. */
export type Undone = {
  readonly undone: number;
  readonly batch: number | null;
  readonly refused: readonly {
    readonly id: number;
    readonly path: string;
    readonly message: Words;
    readonly remedy: Words;
  }[];
};

/** `isWhole`: these are all that is to be undone. `into`: the journal batch of the undo that they continue; null: a new one. */
type Part = { readonly isWhole: boolean; readonly into: number | null };

/** Undoes entries of one root, in the given order (newest first). */
export function undoEntries(
  context: RootContext,
  entries: readonly JournalEntry[],
  { isWhole, into }: Part,
): Promise<Answer<Undone>> {
  const [first] = entries;
  const undoAll = async (act: Act): Promise<Answer<Undone>> => {
    let undone = 0;
    const refusals: Undone['refused'][number][] = [];
    for (const entry of entries) {
      const answer = await undoOne(act, entry);
      if (answer.ok) undone += 1;
      // A single entry answers with its refusal.
      else if (isWhole && entries.length === 1) return answer;
      else
        refusals.push({ id: entry.id, path: entry.path, message: answer.error.message, remedy: answer.error.remedy });
    }
    return { ok: true, value: { undone, batch: undone === 0 ? into : act.batch, refused: refusals } };
  };
  return acting(context, first?.path ?? '', undoAll, into);
}

async function undoOne(act: Act, entry: JournalEntry): Promise<Answer<unknown>> {
  if (act.signal.aborted) return interrupted(entry.path);
  if (act.context.parts.store.journal.isUndone(entry.id)) return alreadyUndone(entry.path);
  try {
    return await reverse(act, entry);
  } catch (error) {
    return refusalOfError(error, entry.path);
  }
}

/** The table of SPEC P50: how to undo each kind of entry. Undo restores; it never deletes what a user created. */
function reverse(act: Act, entry: JournalEntry): Promise<Answer<unknown>> | Answer<unknown> {
  switch (entry.kind) {
    case 'upload-version':
    case 'download-version':
    case 'promote-version':
      return undoNewVersion(act, entry);
    case 'move-remote':
      return undoMoveRemote(act, entry);
    case 'move-local':
      return undoMoveLocal(act, entry);
    case 'trash-remote':
      return undoTrashRemote(act, entry);
    case 'restore-remote':
      // An item that came back may have been moved or shared again: not every return is a restore.
      return entry.side === 'local' ? made(entry, 'remote') : undoRestoreRemote(act, entry);
    case 'trash-local':
      return undoTrashLocal(act, entry);
    case 'restore-local':
      return undoRestoreLocal(act, entry);
    case 'replace-local':
      return undoReplaceLocal(act, entry);
    case 'set-aside':
      return undoSetAside(act, entry);
    case 'resolve':
      return undoResolve(act, entry);
    case 'upload':
    case 'create-remote-folder':
      return made(entry, 'local');
    case 'download':
    case 'create-local-folder':
    case 'bring-back':
      return made(entry, 'remote');
    case 'rescue':
      return refusedBy('not_possible', { code: 'rescued_already', args: { path: entry.path } });
    case 'adopt':
    case 'forget':
    case 'hash':
      return refusedBy('not_possible', { code: 'nothing_changed', args: { path: entry.path } });
    default:
      return assertNever(entry.kind);
  }
}

const made = ({ path }: JournalEntry, side: 'local' | 'remote'): Refused =>
  refusedBy('not_possible', { code: 'creation_not_undone', args: { path, side } });
