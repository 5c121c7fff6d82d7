import { assertNever } from '../../model/assert-never.ts';
import type { StepKind } from '../../model/plan/step.ts';
import type { JournalEntry } from '../../store/history/journal-table.ts';

/** The work done since the engine was created; adopting equal files does not count. */
export type Tally = {
  uploaded: number;
  downloaded: number;
  deletedLocal: number;
  deletedRemote: number;
  moved: number;
  conflicts: number;
  bytesUp: number;
  bytesDown: number;
};

export const emptyTally = (): Tally => ({
  uploaded: 0,
  downloaded: 0,
  deletedLocal: 0,
  deletedRemote: 0,
  moved: 0,
  conflicts: 0,
  bytesUp: 0,
  bytesDown: 0,
});

/** Adds the work of another round. */
export function addTally(tally: Tally, more: Tally): void {
  for (const name of Object.keys(emptyTally()) as (keyof Tally)[]) tally[name] += more[name];
}

export function countStep(tally: Tally, kind: StepKind, entry: JournalEntry): void {
  switch (kind) {
    case 'upload':
    case 'upload-version':
      tally.uploaded += 1;
      tally.bytesUp += entry.bytes ?? 0;
      return;
    case 'download':
    case 'download-version':
      tally.downloaded += 1;
      tally.bytesDown += entry.bytes ?? 0;
      return;
    case 'move-local':
    case 'move-remote':
      tally.moved += 1;
      return;
    case 'set-aside':
      tally.conflicts += 1;
      return;
    case 'trash-local':
      tally.deletedLocal += 1;
      return;
    case 'trash-remote':
      tally.deletedRemote += 1;
      break;
    case 'create-local-folder':
    case 'create-remote-folder':
    case 'hash':
    case 'adopt':
    case 'forget':
    case 'rescue':
      break;
    default:
      assertNever(kind);
  }
}
