import type { CommandRequest } from '../../../preload/ipc/commands.ts';
import type { PathUpload as ShownUpload, UploadFile } from '../../../preload/ipc/shapes/drop.ts';
import { type UploadChoice, uploadChoice } from '../../../preload/ipc/upload-choice.ts';
import { type UploadFiles, uploadFiles } from '../../../preload/ipc/upload-files.ts';
import type { Words } from '../../../preload/words/message.ts';
import type { PathFile } from './walk-paths.ts';

/** One upload of paths on this disk, as the window shows it. */
export type PathUpload = Pick<ShownUpload, 'batchId' | 'destination'> & {
  readonly choice: UploadChoice;
  readonly abort: AbortController;
  readonly files: UploadFiles<Words>;
  /** The source of each file, by its id. */
  readonly sources: Map<number, PathFile>;
  /** Each file that waits or is being sent, with its id in a batch. */
  readonly announced: Map<number, string>;
  /** Files that have changed since the last message. */
  readonly changed: Set<number>;
  /** Attempts under way: the first one, and one for each file that is sent again. */
  attempts: number;
  state: ShownUpload['state'];
};

/** Files of one message: a message with all of a hundred thousand would delay a frame. */
const MOST_FILES = 2_000;

export function openUpload(batchId: string, request: CommandRequest<'drop.paths'>): PathUpload {
  const { folderId, folderName: name, onConflict } = request;
  return {
    batchId,
    destination: { folderId, name },
    choice: uploadChoice(onConflict === 'ask' ? null : onConflict),
    abort: new AbortController(),
    files: uploadFiles<Words>(),
    sources: new Map(),
    announced: new Map(),
    changed: new Set(),
    attempts: 0,
    state: 'reading',
  };
}

export function changeFile({ files, changed }: PathUpload, id: number, next: Partial<UploadFile<Words>>): void {
  const file = files.get(id);
  if (file === undefined) return;
  files.set({ ...file, ...next });
  changed.add(id);
}

/** The upload for a message. Files in flight are always part of it; more than `MOST_FILES` others are left for the next one. */
export function shownUpload({ files, changed, ...upload }: PathUpload): ShownUpload {
  const counts = files.counts();
  const shown = new Map(files.first('sending', counts.sending).map((file) => [file.id, file]));
  for (const id of changed) {
    if (shown.size >= MOST_FILES) break;
    changed.delete(id);
    const file = files.get(id);
    if (file !== undefined) shown.set(id, file);
  }
  const { batchId, destination, state, choice, sources } = upload;
  const asking = choice.asking();
  return { batchId, destination, state, asking, total: sources.size, counts, files: [...shown.values()] };
}

/** A new listener knows no file. Most of those that arrived are only counted. */
export function showAll({ files, changed }: PathUpload): void {
  const counts = files.counts();
  for (const state of ['waiting', 'failed'] as const) {
    for (const { id } of files.first(state, counts[state])) changed.add(id);
  }
  for (const { id } of files.lastSent()) changed.add(id);
}

/** Listed, or sent again, and not announced yet. */
export function isPreparing({ state, files, announced }: PathUpload): boolean {
  if (state !== 'sending') return state === 'reading';
  return files.first('waiting', files.counts().waiting).some(({ id }) => !announced.has(id));
}

/** Nothing is left to do, neither here nor for the person. */
export const isSettled = ({ files, state, attempts, changed }: PathUpload): boolean =>
  state === 'done' && attempts === 0 && changed.size === 0 && files.counts().failed === 0;

export const isWaiting = ({ files }: PathUpload, fileId: number): boolean => files.get(fileId)?.state === 'waiting';
