import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import { texts } from '../../texts/texts.ts';
import { type Store, writableStore } from '../bridge/store.ts';
import type { DroppedFile } from './dropped-files.ts';
import { earlierBatches } from './earlier-batches.ts';
import {
  type BatchChange,
  type ConflictAnswer,
  type DropDestination,
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
  readonly dismiss: (key: number) => void;
};

export function uploadQueue(bridge: TandemBridge): UploadQueue {
  const cards = batchCards();
  const { store, change, remove } = cards;
  const running = new Map<number, { abort: AbortController; answered: PromiseWithResolvers<ConflictAnswer> }>();

  const run = async (
    key: number,
    destination: DropDestination,
    read: Promise<readonly DroppedFile[]>,
  ): Promise<void> => {
    const abort = new AbortController();
    const answered = Promise.withResolvers<ConflictAnswer>();
    running.set(key, { abort, answered });
    holdPage(running.size > 0);
    try {
      await sendBatch({ bridge, key, destination, read, change, answered: answered.promise, signal: abort.signal });
    } catch (cause) {
      // Reading the dropped files failed: they no longer exist, or the browser has no access.
      change(key, () => ({ state: 'failed', sentence: cause instanceof Error ? cause.message : texts.errors.failed }));
    }
    running.delete(key);
    holdPage(running.size > 0);
    await earlier.refresh();
  };

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
    add(destination, read) {
      void run(begin(destination), destination, read);
    },
    addPaths(destination, paths) {
      void handOver(destination, paths);
    },
    answer(key, choice) {
      change(key, () => ({ asking: 0 }));
      running.get(key)?.answered.resolve(choice);
    },
    cancel(key) {
      change(key, () => ({ state: 'cancelled', asking: 0 }));
      running.get(key)?.abort.abort();
      running.get(key)?.answered.resolve('skip');
    },
    dismiss(key) {
      remove(key);
      earlier.forget(key);
    },
  };
}

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

const noFiles = { total: 0, sent: 0, skipped: 0, failed: 0, asking: 0, missing: [], sentence: null } as const;

/** While only this page holds the files, ask before it is closed. */
function holdPage(isHolding: boolean): void {
  window.onbeforeunload = isHolding ? (event) => event.preventDefault() : null;
}
