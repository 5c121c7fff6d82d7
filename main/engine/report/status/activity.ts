import type { ActivityEntryData } from '../../../../preload/ipc/shapes/status.ts';
import type { DoneKind } from '../../../../preload/words/codes/notes.ts';
import { parentPath } from '../../model/disk-path.ts';
import { factsBefore } from '../../store/history/journal-facts.ts';
import type { JournalEntry } from '../../store/history/journal-table.ts';

/** Undo never deletes items that a step created, and steps that changed nothing need no undo (SPEC P50). */
const NEVER_UNDONE: ReadonlySet<JournalEntry['kind']> = new Set([
  'upload',
  'download',
  'create-remote-folder',
  'create-local-folder',
  'bring-back',
  'rescue',
  'adopt',
  'forget',
  'hash',
]);

/** `side` local: the item came back from the service, by whatever act there. */
const isNeverUndone = ({ kind, side }: JournalEntry): boolean =>
  NEVER_UNDONE.has(kind) || (kind === 'restore-remote' && side === 'local');

/** A journal entry in the window's terms. */
export function activityOf(entry: JournalEntry, isUndone = false): ActivityEntryData {
  const { id, atMs, rootId, kind, side, path, fromPath, itemKind, bytes, rule, batch, by } = entry;
  const undo = isUndone ? 'done' : isNeverUndone(entry) ? 'never' : 'possible';
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
    by,
    undo,
    sentence: { code: 'done', args: { what: doneKindOf(entry) } },
  };
}

/** The effect of an entry; the kind alone does not distinguish rename from move, or file from folder. */
export function doneKindOf(entry: JournalEntry): DoneKind {
  const { kind, path, fromPath, itemKind } = entry;
  switch (kind) {
    case 'move-remote':
    case 'move-local': {
      const isRename = parentPath(path) === parentPath(fromPath ?? path);
      if (!isRename) return kind;
      return kind === 'move-remote' ? 'rename-remote' : 'rename-local';
    }
    case 'trash-local':
      // Folders with items that don't sync stay, with these (edge case 80).
      if ((factsBefore(entry).number('leftFolders') ?? 0) > 0) return 'trash-local-folder-in-part';
      return `${kind}-${itemKind}`;
    case 'trash-remote':
      return `${kind}-${itemKind}`;
    default:
      return kind;
  }
}
