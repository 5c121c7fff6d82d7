import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import { texts } from '../../texts/texts.ts';
import { rememberBatch } from './begun-batches.ts';
import type { DroppedFile } from './dropped-files.ts';

/** A folder on the service and its display name. */
export type DropDestination = { readonly folderId: string; readonly name: string };

export type UploadBatch = {
  readonly key: number;
  readonly destination: DropDestination;
  /** `interrupted`: started before a reload; `missing` was not sent. */
  readonly state: 'reading' | 'sending' | 'done' | 'cancelled' | 'failed' | 'interrupted';
  readonly total: number;
  readonly sent: number;
  readonly skipped: number;
  readonly failed: number;
  /** Number of files with a taken name that wait for the person's choice; otherwise 0. */
  readonly asking: number;
  readonly missing: readonly string[];
  /** Why the batch or its last failed file failed. */
  readonly sentence: string | null;
};

export type ConflictAnswer = 'keep-both' | 'new-version' | 'skip';

export type BatchChange = (key: number, next: (batch: UploadBatch) => Partial<UploadBatch>) => void;

type BatchRun = {
  readonly bridge: TandemBridge;
  readonly key: number;
  readonly destination: DropDestination;
  readonly read: Promise<readonly DroppedFile[]>;
  readonly change: BatchChange;
  readonly answered: Promise<ConflictAnswer>;
  readonly signal: AbortSignal;
};

type Announced = { readonly id: string; readonly batchId: string; readonly file: File; readonly conflict: boolean };

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
  run.change(run.key, (batch) => ({
    total: files.length,
    state: batch.state === 'cancelled' ? 'cancelled' : 'sending',
  }));
  const announced = await announce(run, files);
  if (announced === null) return;
  run.signal.addEventListener('abort', () => void cancelOnHost(run, announced));
  const asking = announced.filter((file) => file.conflict);
  run.change(run.key, (batch) => ({ asking: batch.state === 'cancelled' ? 0 : asking.length }));
  await Promise.all([
    sendAll(
      run,
      announced.filter((file) => !file.conflict),
    ),
    asking.length === 0 ? undefined : sendAnswered(run, asking),
  ]);
  run.change(run.key, (batch) => ({ state: batch.state === 'cancelled' ? 'cancelled' : 'done' }));
}

/** Null: the host refused; the batch shows the reason. */
async function announce(run: BatchRun, files: readonly DroppedFile[]): Promise<readonly Announced[] | null> {
  const announced: Announced[] = [];
  for (let start = 0; start < files.length; start += ANNOUNCED_AT_ONCE) {
    const slice = files.slice(start, start + ANNOUNCED_AT_ONCE);
    const begun = await run.bridge.call('drop.begin', {
      folderId: run.destination.folderId,
      onConflict: 'ask',
      files: slice.map(({ file, relativePath }) => ({
        relativePath,
        sizeBytes: file.size,
        modifiedAtMs: file.lastModified,
      })),
    });
    if (!begun.ok) {
      run.change(run.key, () => ({ state: 'failed', sentence: `${begun.error.message} ${begun.error.remedy}` }));
      await cancelOnHost(run, announced);
      return null;
    }
    rememberBatch({ batchId: begun.value.batchId, destination: run.destination });
    for (const [index, { id, conflict }] of begun.value.files.entries()) {
      const file = slice[index]?.file;
      if (file !== undefined) announced.push({ id, batchId: begun.value.batchId, file, conflict });
    }
  }
  return announced;
}

async function sendAnswered(run: BatchRun, asking: readonly Announced[]): Promise<void> {
  const onConflict = await run.answered;
  if (run.signal.aborted) return;
  for (const batchId of new Set(asking.map((file) => file.batchId))) {
    const resolved = await run.bridge.call('drop.resolve', { batchId, onConflict });
    if (!resolved.ok) {
      const sentence = `${resolved.error.message} ${resolved.error.remedy}`;
      run.change(run.key, (batch) => ({ failed: batch.failed + asking.length, sentence }));
      return;
    }
  }
  if (onConflict === 'skip') run.change(run.key, (batch) => ({ skipped: batch.skipped + asking.length }));
  else await sendAll(run, asking);
}

async function sendAll(run: BatchRun, files: readonly Announced[]): Promise<void> {
  const waiting = [...files];
  const sendNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !run.signal.aborted; next = waiting.shift()) {
      const sent = await run.bridge.sendDrop(next.id, next.file, run.signal);
      if (sent.ok) run.change(run.key, (batch) => ({ sent: batch.sent + 1 }));
      else if (sent.reason === 'refused') {
        run.change(run.key, (batch) => ({ failed: batch.failed + 1, sentence: sent.message }));
      }
    }
  };
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, sendNext));
}

async function cancelOnHost(run: BatchRun, announced: readonly Announced[]): Promise<void> {
  for (const batchId of new Set(announced.map((file) => file.batchId))) {
    // The batch has already ended, which is the desired result.
    await run.bridge.call('drop.cancel', { batchId });
  }
}
