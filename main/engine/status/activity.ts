import type { ActivityEntry } from '../../../preload/ipc/status.ts';
import { assertNever } from '../model/assert-never.ts';
import type { JournalEntry } from '../store/journal-table.ts';

/** What was made is never deleted by an undo, and where nothing changed there is nothing to take back (SPEC P50). */
const NEVER_UNDONE: ReadonlySet<JournalEntry['kind']> = new Set([
  'upload',
  'download',
  'create-remote-folder',
  'create-local-folder',
  'rescue',
  'adopt',
  'forget',
  'hash',
]);

/** A journal entry in the words of the window. */
export function activityOf(entry: JournalEntry, isUndone = false): ActivityEntry {
  const { id, atMs, rootId, kind, side, path, fromPath, itemKind, bytes, rule, batch } = entry;
  const undo = isUndone ? 'done' : NEVER_UNDONE.has(kind) ? 'never' : 'possible';
  return {
    id,
    atMs,
    rootId,
    kind,
    side,
    path,
    fromPath,
    itemKind,
    bytes,
    rule,
    batch,
    undo,
    sentence: sentenceOf(entry),
  };
}

export function sentenceOf({ kind, path, fromPath, itemKind }: JournalEntry): string {
  switch (kind) {
    case 'upload':
      return 'Uploaded';
    case 'upload-version':
      return 'Uploaded a new version';
    case 'download':
      return 'Downloaded';
    case 'download-version':
      return 'Downloaded a new version';
    case 'create-remote-folder':
      return 'Created the folder on the service';
    case 'create-local-folder':
      return 'Created the folder on this computer';
    case 'move-remote':
    case 'move-local': {
      const where = kind === 'move-remote' ? 'on the service' : 'on this computer';
      return parentOf(path) === parentOf(fromPath ?? path) ? `Renamed ${where}` : `Moved ${where}`;
    }
    case 'set-aside':
      return 'Kept both versions: this is the one of this computer';
    case 'trash-remote':
      return itemKind === 'folder'
        ? 'Moved the folder to the trash of the service'
        : 'Moved to the trash of the service';
    case 'rescue':
      return 'Moved beside the synced folder: it was changed here, and its folder is not shared any more';
    case 'trash-local':
      return itemKind === 'folder'
        ? 'Moved the folder to the trash of this computer'
        : 'Moved to the trash of this computer';
    case 'adopt':
      return 'Found equal on both sides';
    case 'hash':
      return 'Read';
    case 'forget':
      return 'Gone on both sides';
    case 'promote-version':
      return 'Brought an earlier version back on the service';
    case 'restore-remote':
      return 'Took it out of the trash of the service';
    case 'restore-local':
      return 'Took it out of the trash of this computer';
    case 'replace-local':
      return 'Replaced it by the other version';
    case 'resolve':
      return 'Decided the conflict';
    default:
      return assertNever(kind);
  }
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
