import type { CommandErrorData } from '../../../preload/ipc/commands.ts';
import type { ConflictAnswer } from '../../../preload/ipc/shapes/drop.ts';
import type { DropFolders } from './drop-folders.ts';

export type OnConflict = 'ask' | ConflictAnswer;

/**
 * `lost`: the page closed before it sent the last byte, or a reloaded page reported it as missing. `cancelled`: by a person, with its batch or as a
 * transfer.
 */
const FILE_STATES = ['announced', 'sending', 'sent', 'failed', 'cancelled', 'skipped', 'lost'] as const;
export type DropFileState = (typeof FILE_STATES)[number];

export type DroppedFile = {
  readonly id: string;
  readonly segments: readonly string[];
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  readonly conflict: boolean;
  /** Changed only by `changeState`. */
  state: DropFileState;
};

export type Batch = {
  readonly id: string;
  readonly folderId: string;
  /** Empty: the account's root folder. */
  readonly folderName: string;
  readonly files: ReadonlyMap<string, DroppedFile>;
  /** Files by state. Counted as they change: looking through all of them after each one would be quadratic. */
  readonly counts: Record<DropFileState, number>;
  /** The lost files by path, so that one that is dropped again is found at once. */
  readonly lost: Map<string, Set<DroppedFile>>;
  readonly folders: DropFolders;
  readonly abort: AbortController;
  /** Files in flight, by id. */
  readonly sending: Map<string, InFlight>;
  onConflict: OnConflict;
};

type InFlight = { readonly abort: AbortController; readonly outcome: Promise<DropOutcome> };

/** Transfer result of one file. */
export type DropOutcome = { readonly ok: true } | { readonly ok: false; readonly error: CommandErrorData };

/** The part of a batch that follows from its files. */
export function countedFiles(files: Batch['files']): Pick<Batch, 'files' | 'counts' | 'lost'> {
  const counts = Object.fromEntries(FILE_STATES.map((state) => [state, 0])) as Batch['counts'];
  for (const { state } of files.values()) counts[state] += 1;
  return { files, counts, lost: new Map() };
}

export function changeState({ counts, lost }: Batch, file: DroppedFile, state: DropFileState): void {
  const path = pathOf(file);
  const before = lost.get(path);
  if (before?.delete(file) === true && before.size === 0) lost.delete(path);
  counts[file.state] -= 1;
  counts[state] += 1;
  file.state = state;
  if (state === 'lost') lost.set(path, (lost.get(path) ?? new Set()).add(file));
}

/** All files of the batch have ended. */
export const isOver = ({ counts }: Batch): boolean => counts.announced + counts.sending + counts.lost === 0;

export const pathOf = ({ segments }: DroppedFile): string => segments.join('/');
