import type { ConflictAnswer, FileCounts, PathUpload, UploadFile } from '../../../preload/ipc/shapes/drop.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import type { UploadChoice } from '../../../preload/ipc/upload-choice.ts';
import type { UploadFiles } from '../../../preload/ipc/upload-files.ts';
import { formatPart } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { rememberBatch } from './begun-batches.ts';
import { type ByteRate, byteRate } from './byte-rate.ts';
import type { DroppedFile } from './dropped-files.ts';

/** A folder on the service and its display name. */
export type DropDestination = { readonly folderId: string; readonly name: string };

export type UploadBatch = {
  readonly key: number;
  readonly destination: DropDestination;
  /** `failed`: never begun, see `sentence`. `interrupted`: started before a reload; `missing` was not sent. */
  readonly state: PathUpload['state'] | 'failed' | 'interrupted';
  readonly total: number;
  /** Files that arrived; for an interrupted batch, before the reload. */
  readonly sent: number;
  readonly counts: FileCounts;
  /** Its files with their progress, none for an interrupted batch. The same object while they change; each change has a new batch around it. */
  readonly files: UploadFiles;
  readonly bytesPerSecond: number;
  /** Number of files with a taken name that wait for the person's choice; otherwise 0. */
  readonly asking: number;
  readonly missing: readonly string[];
  /** Why the batch as a whole failed. */
  readonly sentence: string | null;
};

export type BatchChange = (key: number, next: (batch: UploadBatch) => Partial<UploadBatch>) => void;

/** One batch in progress. */
export type BatchRun = {
  readonly bridge: TandemBridge;
  readonly key: number;
  readonly destination: DropDestination;
  readonly read: Promise<readonly DroppedFile[]>;
  readonly change: BatchChange;
  readonly changeFile: (key: number, fileId: number, next: Partial<UploadFile>) => void;
  readonly choice: UploadChoice;
  readonly signal: AbortSignal;
  /** Fires when the person cancels this one file. */
  readonly signalOf: (fileId: number) => AbortSignal;
};

/** A file of a batch that the browser could read. */
export type ReadableFile = { readonly file: File; readonly relativePath: string; readonly fileId: number };

type OnConflict = 'ask' | ConflictAnswer;

type Announced = {
  readonly id: string;
  readonly batchId: string;
  readonly file: File;
  readonly conflict: boolean;
  /** In `UploadBatch.files`. */
  readonly fileId: number;
};

/** The maximum per call. */
const ANNOUNCED_AT_ONCE = 10_000;
/** Concurrent uploads: enough to hide the round trips of small files; large ones share the bandwidth anyway. */
const SENT_AT_ONCE = 4;

/**
 * One batch from the drop to the last byte: announces it, uploads files with free names, asks once about the others, and uploads
 * those. If the host can read the disk, it receives the paths and the engine does the rest. Rejects if the files cannot be read.
 */
export async function sendBatch(run: BatchRun): Promise<void> {
  const files = await run.read;
  if (files.length === 0) {
    run.change(run.key, () => ({ state: 'failed', sentence: texts.drop.empty }));
    return;
  }
  run.change(run.key, (batch) => {
    for (const [id, dropped] of files.entries()) batch.files.set(shownFile(dropped, id));
    const state = batch.state === 'cancelled' ? 'cancelled' : 'sending';
    return { total: files.length, counts: batch.files.counts(), state };
  });
  const refusal = await send(
    run,
    files.flatMap(({ file, relativePath }, fileId) => (file === null ? [] : [{ file, relativePath, fileId }])),
    'ask',
  );
  if (refusal !== null) run.change(run.key, () => ({ state: 'failed', sentence: refusal }));
}

/** Sends failed files again: those that the choice for taken names was made for, and the others. */
export async function sendAgain(run: BatchRun, dropped: readonly ReadableFile[]): Promise<void> {
  for (const { fileId } of dropped) changeFile(run, fileId, { state: 'waiting', sentBytes: 0, sentence: null });
  const sendGroup = async ([onConflict, group]: readonly [OnConflict, readonly ReadableFile[]]): Promise<void> => {
    const refusal = await send(run, group, onConflict);
    if (refusal === null) return;
    for (const { fileId } of group) changeFile(run, fileId, { state: 'failed', sentence: refusal });
  };
  await Promise.all([...Map.groupBy(dropped, ({ fileId }) => run.choice.of(fileId))].map(sendGroup));
}

/** Sends files, those with a taken name once the person has chosen. Returns why the host refused all of them; otherwise null. */
async function send(run: BatchRun, files: readonly ReadableFile[], onConflict: OnConflict): Promise<string | null> {
  const { announced, refusal } = await announce(run, files, onConflict);
  if (refusal !== null) return refusal;
  const isUndecided = (file: Announced): boolean => file.conflict && isWanted(run, file);
  const taken = announced.filter(isUndecided);
  const others = announced.filter((file) => !isUndecided(file));
  await Promise.all([sendAll(run, others), taken.length === 0 ? undefined : sendTaken(run, taken, onConflict)]);
  await endWithCancelled(run, announced);
  return null;
}

function shownFile({ file, relativePath: path }: DroppedFile, id: number): UploadFile {
  const about = { id, path, sizeBytes: file?.size ?? 0, sentBytes: 0, isReadable: file !== null };
  return file === null
    ? { ...about, state: 'failed', sentence: texts.drop.unreadable }
    : { ...about, state: 'waiting', sentence: null };
}

const changeFile = (run: BatchRun, fileId: number, next: Partial<UploadFile>): void =>
  run.changeFile(run.key, fileId, next);

const isWanted = (run: BatchRun, { fileId }: Announced): boolean => !run.signalOf(fileId).aborted;

/** The host waits for a cancelled file, so end its batch. The other files are done at this point. */
async function endWithCancelled(run: BatchRun, announced: readonly Announced[]): Promise<void> {
  const cancelled = announced.filter((file) => !isWanted(run, file));
  if (cancelled.length > 0) await cancelOnHost(run, cancelled);
}

/** From here on, a cancel reaches the host too. Nothing is announced if the batch was cancelled or the host refused. */
async function announce(
  run: BatchRun,
  files: readonly ReadableFile[],
  onConflict: OnConflict,
): Promise<{ readonly announced: readonly Announced[]; readonly refusal: string | null }> {
  const announced: Announced[] = [];
  for (let start = 0; start < files.length && !run.signal.aborted; start += ANNOUNCED_AT_ONCE) {
    const slice = files.slice(start, start + ANNOUNCED_AT_ONCE);
    const begun = await run.bridge.call('drop.begin', {
      folderId: run.destination.folderId,
      onConflict,
      files: slice.map(({ file, relativePath }) => ({
        relativePath,
        sizeBytes: file.size,
        modifiedAtMs: file.lastModified,
      })),
    });
    if (!begun.ok) {
      await cancelOnHost(run, announced);
      return { announced: [], refusal: `${begun.error.message} ${begun.error.remedy}` };
    }
    rememberBatch({ batchId: begun.value.batchId, destination: run.destination });
    for (const [index, { id, conflict }] of begun.value.files.entries()) {
      const dropped = slice[index];
      if (dropped === undefined) continue;
      const { file, fileId } = dropped;
      announced.push({ id, batchId: begun.value.batchId, file, conflict, fileId });
    }
  }
  if (run.signal.aborted) {
    await cancelOnHost(run, announced);
    return { announced: [], refusal: null };
  }
  run.signal.addEventListener('abort', () => void cancelOnHost(run, announced));
  return { announced, refusal: null };
}

/** `known`: how they were announced. */
async function sendTaken(run: BatchRun, taken: readonly Announced[], known: OnConflict): Promise<void> {
  const leaveOut = (next: Partial<UploadFile>): void => {
    for (const file of taken) if (isWanted(run, file)) changeFile(run, file.fileId, next);
  };
  const onConflict = known === 'ask' ? await ask(run, taken) : known;
  if (onConflict === null || run.signal.aborted) return;
  for (const batchId of known === 'ask' ? new Set(taken.map((file) => file.batchId)) : []) {
    const resolved = await run.bridge.call('drop.resolve', { batchId, onConflict });
    if (!resolved.ok) {
      const sentence = `${resolved.error.message} ${resolved.error.remedy}`;
      leaveOut({ state: 'failed', sentence });
      return;
    }
  }
  if (onConflict === 'skip') leaveOut({ state: 'skipped' });
  else await sendAll(run, taken);
}

/** Asks about more files. Null: all of them were cancelled. */
function ask({ change, key, choice }: BatchRun, files: readonly Announced[]): Promise<ConflictAnswer | null> {
  const chosen = choice.ask(files.map(({ fileId }) => fileId));
  change(key, () => ({ asking: choice.asking() }));
  return chosen;
}

async function sendAll(run: BatchRun, files: readonly Announced[]): Promise<void> {
  // Shared by all senders.
  const waiting = files.values();
  const rate = byteRate();
  const sendNext = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true && !run.signal.aborted; next = waiting.next()) {
      await sendOne(run, next.value, rate);
    }
  };
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, sendNext));
}

/** The least time between two progress reports of a file that are shown. */
const SHOWN_EVERY_MS = 250;

async function sendOne(run: BatchRun, { id, file, fileId }: Announced, rate: ByteRate): Promise<void> {
  const own = run.signalOf(fileId);
  if (own.aborted) return changeFile(run, fileId, { state: 'cancelled' });
  changeFile(run, fileId, { state: 'sending' });
  let shownAtMs = 0;
  let known = 0;
  const ownRate = byteRate();
  const progress = (sentBytes: number): void => {
    rate.add(sentBytes - known);
    ownRate.add(sentBytes - known);
    known = sentBytes;
    const nowMs = performance.now();
    if (nowMs - shownAtMs < SHOWN_EVERY_MS) return;
    shownAtMs = nowMs;
    changeFile(run, fileId, { sentBytes, bytesPerSecond: ownRate.perSecond() });
    run.change(run.key, () => ({ bytesPerSecond: rate.perSecond() }));
  };
  const sent = await run.bridge.sendDrop(id, file, AbortSignal.any([run.signal, own]), progress);
  if (sent.ok) changeFile(run, fileId, { state: 'sent', sentBytes: file.size });
  else if (sent.reason === 'aborted') changeFile(run, fileId, { state: 'cancelled' });
  else {
    const isLost = sent.reason === 'lost';
    const sentence = isLost ? lostAfter(known, file.size) : sent.message;
    changeFile(run, fileId, { state: 'failed', sentence });
  }
}

async function cancelOnHost(run: BatchRun, announced: readonly Announced[]): Promise<void> {
  for (const batchId of new Set(announced.map((file) => file.batchId))) {
    // The batch has already ended, which is the desired result.
    await run.bridge.call('drop.cancel', { batchId });
  }
}

function lostAfter(sentBytes: number, sizeBytes: number): string {
  if (sentBytes === 0) return texts.drop.lost;
  const { done, total } = formatPart(sentBytes, sizeBytes);
  return texts.drop.lostAt(done, total);
}
