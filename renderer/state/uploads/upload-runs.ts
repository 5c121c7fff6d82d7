import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { texts } from '../../texts/texts.ts';
import type { DroppedFile } from './dropped-files.ts';
import {
  type BatchRun,
  type ConflictAnswer,
  type DropDestination,
  sendAgain,
  sendBatch,
  type UploadBatch,
} from './upload-batch.ts';
import type { UploadCards } from './upload-cards.ts';

type Running = { readonly abort: AbortController; readonly answered: PromiseWithResolvers<ConflictAnswer> };

/** The sources of a batch, and a way to cancel each of its files, created on first use. */
type Source = { readonly read: Promise<readonly DroppedFile[]>; readonly aborts: Map<number, AbortController> };

/** The batches that are being sent, with the files they were read from. */
export function uploadRuns(bridge: TandemBridge, cards: UploadCards, onEnd: () => Promise<void>) {
  const { get, change, changeFile } = cards;
  const sources = new Map<number, Source>();
  const { run, runsOf } = running(bridge, cards, onEnd);
  const sendOne = async (batch: UploadBatch, fileId: number): Promise<void> => {
    const source = sources.get(batch.key);
    const { file, relativePath } = (await source?.read)?.[fileId] ?? { file: null, relativePath: '' };
    if (source === undefined || file === null) return;
    source.aborts.delete(fileId);
    change(batch.key, () => ({ state: 'sending', sentence: null }));
    await run(batch, source, (again) => sendAgain(again, { file, relativePath, fileId }));
  };
  return {
    start(key: number, destination: DropDestination, read: Promise<readonly DroppedFile[]>): void {
      const source = { read, aborts: new Map() };
      sources.set(key, source);
      void run({ key, destination }, source, sendBatch);
    },
    /** Beside the other files, while they are still being sent. */
    retryFile(key: number, fileId: number): void {
      const batch = get(key);
      if (batch !== undefined) void sendOne(batch, fileId);
    },
    answer(key: number, choice: ConflictAnswer): void {
      for (const { answered } of runsOf(key)) answered.resolve(choice);
    },
    cancel(key: number): void {
      for (const { abort, answered } of runsOf(key)) {
        abort.abort();
        answered.resolve('skip');
      }
    },
    cancelFile(key: number, fileId: number): void {
      const source = sources.get(key);
      if (source !== undefined) abortOf(source.aborts, fileId).abort();
      // A file in flight reports its own end.
      if (get(key)?.files.get(fileId)?.state === 'waiting') changeFile(key, fileId, { state: 'cancelled' });
    },
    forget: (key: number): void => void sources.delete(key),
  };
}

/** The first attempt of each batch, and those of files that are sent again. */
function running(bridge: TandemBridge, { change, changeFile }: UploadCards, onEnd: () => Promise<void>) {
  const byKey = new Map<number, Set<Running>>();
  const run = async (
    { key, destination }: Pick<UploadBatch, 'key' | 'destination'>,
    { read, aborts }: Source,
    work: (run: BatchRun) => Promise<void>,
  ): Promise<void> => {
    const own: Running = { abort: new AbortController(), answered: Promise.withResolvers<ConflictAnswer>() };
    const signalOf = (fileId: number): AbortSignal => abortOf(aborts, fileId).signal;
    const runs = byKey.get(key) ?? new Set<Running>();
    byKey.set(key, runs.add(own));
    holdPage(true);
    const about = { bridge, key, destination, read, change, changeFile, signalOf };
    try {
      await work({ ...about, answered: own.answered.promise, signal: own.abort.signal });
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
  return { run, runsOf: (key: number): readonly Running[] => [...(byKey.get(key) ?? [])] };
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
