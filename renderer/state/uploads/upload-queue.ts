import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { texts } from '../../texts/texts.ts';
import { type Store, writableStore } from '../bridge/store.ts';
import type { DroppedFile } from './dropped-files.ts';
import { earlierBatches } from './earlier-batches.ts';
import type {
  BatchChange,
  BatchRun,
  ConflictAnswer,
  DropDestination,
  ReadableFile,
  UploadBatch,
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

/** What a batch was read from, and a way to cancel each of its files, made when it is first needed. */
type Source = { readonly read: Promise<readonly DroppedFile[]>; readonly aborts: Map<number, AbortController> };

/** The batches that are being sent, with the files they were read from. */
function batchRuns(bridge: TandemBridge, { change }: BatchCards, onEnd: () => Promise<void>) {
  const running = new Map<number, Set<Running>>();
  const sources = new Map<number, Source>();
  const run = async (
    { key, destination }: Pick<UploadBatch, 'key' | 'destination'>,
    { read, aborts }: Source,
    work: (run: BatchRun) => Promise<void>,
  ): Promise<void> => {
    const own: Running = { abort: new AbortController(), answered: Promise.withResolvers<ConflictAnswer>() };
    const signalOf = (fileId: number): AbortSignal => abortOf(aborts, fileId).signal;
    const runs = running.get(key) ?? new Set<Running>();
    running.set(key, runs.add(own));
    holdPage(true);
    const about = { bridge, key, destination, read, change, signalOf };
    try {
      await work({ ...about, answered: own.answered.promise, signal: own.abort.signal });
    } catch {
      change(key, () => ({ state: 'failed', sentence: texts.errors.failed }));
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
  const sendOne = async (batch: UploadBatch, fileId: number): Promise<void> => {
    const source = sources.get(batch.key);
    const { file, relativePath } = (await source?.read)?.[fileId] ?? { file: null, relativePath: '' };
    if (source === undefined || file === null) return;
    source.aborts.delete(fileId);
    change(batch.key, () => ({ state: 'sending', sentence: null }));
    await run(batch, source, (again) => sendFile(again, { file, relativePath, fileId }));
  };
  return {
    start(key: number, destination: DropDestination, read: Promise<readonly DroppedFile[]>): void {
      const source = { read, aborts: new Map() };
      sources.set(key, source);
      void run({ key, destination }, source, sendFiles);
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
    cancelFile(key: number, fileId: number): void {
      const source = sources.get(key);
      if (source !== undefined) abortOf(source.aborts, fileId).abort();
    },
    forget: (key: number): void => void sources.delete(key),
  };
}

// The first page does not read what only an upload needs.
async function sendFiles(run: BatchRun): Promise<void> {
  const { sendBatch } = await import('./upload-batch.ts');
  await sendBatch(run);
}

async function sendFile(run: BatchRun, file: ReadableFile): Promise<void> {
  const { sendAgain } = await import('./upload-batch.ts');
  await sendAgain(run, file);
}

function abortOf(aborts: Source['aborts'], fileId: number): AbortController {
  const abort = aborts.get(fileId) ?? new AbortController();
  aborts.set(fileId, abort);
  return abort;
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
