import type { ConflictAnswer } from '../../../preload/ipc/shapes/drop.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import type { Store } from '../bridge/store.ts';
import type { DroppedFile } from './dropped-files.ts';
import { earlierBatches } from './earlier-batches.ts';
import type { DropDestination, UploadBatch } from './upload-batch.ts';
import { uploadCards } from './upload-cards.ts';

/** Uploads started in this window, by drop or picker, oldest first. Finished ones stay until dismissed. */
export type UploadQueue = Store<readonly UploadBatch[]> & {
  /** `read` may take long: the batch already shows while a folder is walked. */
  readonly add: (destination: DropDestination, read: Promise<readonly DroppedFile[]>) => void;
  /** Paths on this disk, if the host can read it. The host uploads them; all its uploads are shown here, including those begun elsewhere. */
  readonly addPaths: (destination: DropDestination, paths: readonly string[]) => void;
  /** One choice for all files of the batch whose name is taken. */
  readonly answer: (key: number, choice: ConflictAnswer) => void;
  readonly cancel: (key: number) => void;
  /** Cancels one file of a batch; the others continue. */
  readonly cancelFile: (key: number, fileId: number) => void;
  /** Sends a failed file again. Null: all that failed, as one batch. */
  readonly retry: (key: number, fileId: number | null) => void;
  readonly dismiss: (key: number) => void;
};

export function uploadQueue(bridge: TandemBridge): UploadQueue {
  const cards = uploadCards();
  const { store, change, remove } = cards;
  const runs = late(async () => (await import('./upload-runs.ts')).uploadRuns(bridge, cards, () => earlier.refresh()));
  const earlier = earlierBatches(bridge, {
    add: (batch) => cards.add({ ...batch, state: 'interrupted' }),
    change: (key, next) => change(key, () => next),
    remove,
  });
  const paths = late(async () => (await import('./path-cards.ts')).pathCards(bridge, cards));
  // Messages before the part is loaded are followed in their order.
  bridge.subscribe('uploads', (uploads) => {
    if (uploads.length > 0 || paths.now() !== null) void paths.load().then(({ follow }) => follow(uploads));
  });

  return {
    get: store.get,
    subscribe: store.subscribe,
    add(destination, read) {
      const key = cards.add({ destination, state: 'reading' });
      // It may fail before anything waits for it; its batch reports that.
      read.catch(() => undefined);
      void runs.load().then(({ start }) => {
        // Otherwise it was cancelled meanwhile.
        if (cards.get(key)?.state === 'reading') start(key, destination, read);
      });
    },
    addPaths: (destination, chosen) => void paths.load().then(({ send }) => send(destination, chosen)),
    answer(key, choice) {
      if (paths.now()?.answer(key, choice) === true) return;
      change(key, () => ({ asking: 0 }));
      runs.now()?.answer(key, choice);
    },
    cancel(key) {
      // The sender of an upload reports its state.
      if (paths.now()?.cancel(key) === true) return;
      change(key, () => ({ state: 'cancelled', asking: 0 }));
      runs.now()?.cancel(key);
    },
    cancelFile(key, fileId) {
      if (paths.now()?.cancelFile(key, fileId) !== true) runs.now()?.cancelFile(key, fileId);
    },
    retry(key, fileId) {
      if (paths.now()?.retry(key, fileId) !== true) runs.now()?.retry(key, fileId);
    },
    dismiss(key) {
      paths.now()?.forget(key);
      runs.now()?.forget(key);
      remove(key);
      earlier.forget(key);
    },
  };
}

/** A part that is loaded when it is first needed: the first page does not read what only an upload needs. */
function late<Part>(load: () => Promise<Part>) {
  let now: Part | null = null;
  let loading: Promise<Part> | null = null;
  const loadOnce = async (): Promise<Part> => {
    now = await load();
    return now;
  };
  return {
    now: (): Part | null => now,
    load(): Promise<Part> {
      loading ??= loadOnce();
      return loading;
    },
  };
}
