import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { texts } from '../../texts/texts.ts';
import { type Store, writableStore } from '../bridge/store.ts';
import type { DroppedFile } from './dropped-files.ts';
import { earlierBatches } from './earlier-batches.ts';
import {
  type BatchChange,
  type BatchRun,
  type ConflictAnswer,
  type DropDestination,
  sendAgain,
  sendBatch,
  type UploadBatch,
} from './upload-batch.ts';

/** Uploads started in this window, by drop or picker, oldest first. Finished ones stay until dismissed. */
export type UploadQueue = Store<readonly UploadBatch[]> & {
  /** `read` may take long: the batch already shows while a folder is walked. */
  readonly add: (destination: DropDestination, read: Promise<readonly DroppedFile[]>) => void;
  /** Paths on this disk, if the host can read it. The engine uploads them and shows them in flight. */
  readonly addPaths: (destination: DropDestination, paths: readonly string[]) => void;
  /** One choice for all files of the batch whose name is taken. */
  readonly answer: (key: number, choice: ConflictAnswer) => void;
  readonly cancel: (key: number) => void;
  /** Cancels one file of a batch; the others continue. */
  readonly cancelFile: (key: number, fileId: number) => void;
  /** Sends a failed file again. */
  readonly retryFile: (key: number, fileId: number) => void;
  readonly dismiss: (key: number) => void;
};

export function uploadQueue(bridge: TandemBridge): UploadQueue {
  const cards = batchCards();
  const { store, change, remove } = cards;
  const runs = batchRuns(bridge, cards, () => earlier.refresh());
  const earlier = earlierBatches(bridge, {
    add: (batch) => cards.add({ ...batch, state: 'interrupted' }),
    change: (key, next) => change(key, () => next),
    remove,
  });
  const begin = (destination: DropDestination): number => cards.add({ destination, state: 'reading' });
  const handOver = async (destination: DropDestination, paths: readonly string[]): Promise<void> => {
    const key = begin(destination);
    const begun = await bridge.call('drop.paths', { folderId: destination.folderId, paths: [...paths] });
    if (begun.ok) remove(key);
    else change(key, () => ({ state: 'failed', sentence: `${begun.error.message} ${begun.error.remedy}` }));
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    add: (destination, read) => runs.start(begin(destination), destination, read),
    addPaths(destination, paths) {
      void handOver(destination, paths);
    },
    answer(key, choice) {
      change(key, () => ({ asking: 0 }));
      runs.answer(key, choice);
    },
    cancel(key) {
      change(key, () => ({ state: 'cancelled', asking: 0 }));
      runs.cancel(key);
    },
    cancelFile(key, fileId) {
      runs.cancelFile(key, fileId);
      // A file in flight reports its own end.
      change(key, ({ files }) => ({
        files: files.map((file) =>
          file.id === fileId && file.state === 'waiting' ? { ...file, state: 'cancelled' } : file,
        ),
      }));
    },
    retryFile(key, fileId) {
      const batch = store.get().find((one) => one.key === key);
      if (batch !== undefined) runs.retry(batch, fileId);
    },
    dismiss(key) {
      runs.forget(key);
      remove(key);
      earlier.forget(key);
    },
  };
}

type Running = { readonly abort: AbortController; readonly answered: PromiseWithResolvers<ConflictAnswer> };

/** The batches that are being sent, with the files they were read from. */
function batchRuns(bridge: TandemBridge, { change }: BatchCards, onEnd: () => Promise<void>) {
  const running = new Map<number, Set<Running>>();
  const sources = new Map<number, Promise<readonly DroppedFile[]>>();
  const fileAborts = abortsOfFiles();
  const run = async (
    key: number,
    destination: DropDestination,
    work: (run: BatchRun) => Promise<void>,
  ): Promise<void> => {
    const own: Running = { abort: new AbortController(), answered: Promise.withResolvers<ConflictAnswer>() };
    const read = sources.get(key) ?? Promise.resolve([]);
    const signalOf = (fileId: number): AbortSignal => fileAborts.of(key, fileId).signal;
    const runs = running.get(key) ?? new Set<Running>();
    running.set(key, runs.add(own));
    holdPage(true);
    const about = { bridge, key, destination, read, change, signalOf };
    try {
      await work({ ...about, answered: own.answered.promise, signal: own.abort.signal });
    } catch (cause) {
      // Reading the dropped files failed: they no longer exist, or the browser has no access.
      change(key, () => ({ state: 'failed', sentence: cause instanceof Error ? cause.message : texts.errors.failed }));
    }
    runs.delete(own);
    if (runs.size === 0) {
      running.delete(key);
      change(key, ({ state }) => ({ state: state === 'sending' ? 'done' : state }));
    }
    holdPage(running.size > 0);
    await onEnd();
  };
  const runsOf = (key: number): readonly Running[] => [...(running.get(key) ?? [])];
  const sendOne = async ({ key, destination }: UploadBatch, fileId: number): Promise<void> => {
    const dropped = (await sources.get(key))?.[fileId];
    if (dropped === undefined) return;
    fileAborts.forget(key, fileId);
    change(key, () => ({ state: 'sending', sentence: null }));
    await run(key, destination, (again) => sendAgain(again, dropped, fileId));
  };
  return {
    start(key: number, destination: DropDestination, read: Promise<readonly DroppedFile[]>): void {
      sources.set(key, read);
      void run(key, destination, sendBatch);
    },
    /** Beside the other files, while they are still being sent. */
    retry: (batch: UploadBatch, fileId: number): void => void sendOne(batch, fileId),
    answer(key: number, choice: ConflictAnswer): void {
      for (const { answered } of runsOf(key)) answered.resolve(choice);
    },
    cancel(key: number): void {
      for (const { abort, answered } of runsOf(key)) {
        abort.abort();
        answered.resolve('skip');
      }
    },
    cancelFile: (key: number, fileId: number): void => fileAborts.of(key, fileId).abort(),
    forget: (key: number): void => void sources.delete(key),
  };
}

/** A way to cancel each file of each batch, made when it is first needed. */
function abortsOfFiles() {
  const known = new Map<string, AbortController>();
  const nameOf = (key: number, fileId: number): string => `${key} ${fileId}`;
  return {
    of(key: number, fileId: number): AbortController {
      const abort = known.get(nameOf(key, fileId)) ?? new AbortController();
      known.set(nameOf(key, fileId), abort);
      return abort;
    },
    forget: (key: number, fileId: number): void => void known.delete(nameOf(key, fileId)),
  };
}

type BatchCards = ReturnType<typeof batchCards>;

/** The displayed batches, each with its own key. */
function batchCards() {
  const store = writableStore<readonly UploadBatch[]>([]);
  let nextKey = 1;
  const change: BatchChange = (key, next) =>
    store.set(store.get().map((batch) => (batch.key === key ? { ...batch, ...next(batch) } : batch)));
  return {
    store,
    change,
    remove: (key: number): void => store.set(store.get().filter((batch) => batch.key !== key)),
    /** Returns its key. */
    add(batch: Pick<UploadBatch, 'destination' | 'state'> & Partial<UploadBatch>): number {
      const key = nextKey;
      nextKey += 1;
      store.set([...store.get(), { ...noFiles, ...batch, key }]);
      return key;
    },
  };
}

const noFiles = { total: 0, sent: 0, files: [], bytesPerSecond: 0, asking: 0, missing: [], sentence: null } as const;

/** While only this page holds the files, ask before it is closed. */
function holdPage(isHolding: boolean): void {
  window.onbeforeunload = isHolding ? (event) => event.preventDefault() : null;
}
