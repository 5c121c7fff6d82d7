import type { ConflictAnswer } from '../../../preload/ipc/shapes/drop.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { type UploadChoice, uploadChoice } from '../../../preload/ipc/upload-choice.ts';
import { texts } from '../../texts/texts.ts';
import type { DroppedFile } from './dropped-files.ts';
import { type BatchRun, type DropDestination, sendAgain, sendBatch, type UploadBatch } from './upload-batch.ts';
import type { UploadCards } from './upload-cards.ts';

/** The sources of a batch, the choice for taken names, and a way to cancel each of its files, created on first use. */
type Source = {
  readonly read: Promise<readonly DroppedFile[]>;
  readonly choice: UploadChoice;
  readonly aborts: Map<number, AbortController>;
};

/** The batches that are being sent, with the files they were read from. */
export function uploadRuns(bridge: TandemBridge, cards: UploadCards, onEnd: () => Promise<void>) {
  const { get, change, changeFile } = cards;
  const sources = new Map<number, Source>();
  const { run, runsOf } = running(bridge, cards, onEnd);
  const resend = async (batch: UploadBatch, fileIds: readonly number[]): Promise<void> => {
    const source = sources.get(batch.key);
    if (source === undefined) return;
    const read = await source.read;
    const again = fileIds.flatMap((fileId) => {
      const { file, relativePath } = read[fileId] ?? { file: null, relativePath: '' };
      return file === null ? [] : [{ file, relativePath, fileId }];
    });
    if (again.length === 0) return;
    for (const fileId of fileIds) source.aborts.delete(fileId);
    change(batch.key, () => ({ state: 'sending', sentence: null }));
    await run(batch, source, (attempt) => sendAgain(attempt, again));
  };
  return {
    start(key: number, destination: DropDestination, read: Promise<readonly DroppedFile[]>): void {
      const source = { read, choice: uploadChoice(), aborts: new Map() };
      sources.set(key, source);
      void run({ key, destination }, source, sendBatch);
    },
    /** Beside the other files, while they are still being sent. Null: all that failed. */
    retry(key: number, fileId: number | null): void {
      const batch = get(key);
      if (batch === undefined) return;
      const failed = batch.files.first('failed', batch.files.counts().failed).map(({ id }) => id);
      void resend(
        batch,
        failed.filter((id) => fileId === null || id === fileId),
      );
    },
    answer: (key: number, choice: ConflictAnswer): void => sources.get(key)?.choice.make(choice),
    cancel(key: number): void {
      for (const abort of runsOf(key)) abort.abort();
      sources.get(key)?.choice.cancel(null);
    },
    cancelFile(key: number, fileId: number): void {
      const source = sources.get(key);
      // A file in flight reports its own end.
      if (get(key)?.files.get(fileId)?.state === 'waiting') changeFile(key, fileId, { state: 'cancelled' });
      if (source === undefined) return;
      abortOf(source.aborts, fileId).abort();
      source.choice.cancel(fileId);
      change(key, () => ({ asking: source.choice.asking() }));
    },
    forget: (key: number): void => void sources.delete(key),
  };
}

/** The first attempt of each batch, and those of files that are sent again. */
function running(bridge: TandemBridge, { change, changeFile }: UploadCards, onEnd: () => Promise<void>) {
  const byKey = new Map<number, Set<AbortController>>();
  const run = async (
    { key, destination }: Pick<UploadBatch, 'key' | 'destination'>,
    { read, choice, aborts }: Source,
    work: (run: BatchRun) => Promise<void>,
  ): Promise<void> => {
    const own = new AbortController();
    const signalOf = (fileId: number): AbortSignal => abortOf(aborts, fileId).signal;
    const runs = byKey.get(key) ?? new Set<AbortController>();
    byKey.set(key, runs.add(own));
    holdPage(true);
    const about = { bridge, key, destination, read, choice, change, changeFile, signalOf };
    try {
      await work({ ...about, signal: own.signal });
    } catch {
      change(key, () => ({ state: 'failed', sentence: texts.errors.failed }));
    }
    runs.delete(own);
    if (runs.size === 0) {
      byKey.delete(key);
      change(key, ({ state }) => ({ state: state === 'sending' ? 'done' : state }));
    }
    holdPage(byKey.size > 0);
    await onEnd();
  };
  return { run, runsOf: (key: number): readonly AbortController[] => [...(byKey.get(key) ?? [])] };
}

function abortOf(aborts: Source['aborts'], fileId: number): AbortController {
  const abort = aborts.get(fileId) ?? new AbortController();
  aborts.set(fileId, abort);
  return abort;
}

/** While only this page holds the files, ask before it is closed. */
function holdPage(isHolding: boolean): void {
  window.onbeforeunload = isHolding ? (event) => event.preventDefault() : null;
}
