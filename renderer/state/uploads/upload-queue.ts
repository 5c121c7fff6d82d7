import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import type { Store } from '../bridge/store.ts';
import type { DroppedFile } from './dropped-files.ts';
import { earlierBatches } from './earlier-batches.ts';
import { pathCards } from './path-cards.ts';
import type { ConflictAnswer, DropDestination, UploadBatch } from './upload-batch.ts';
import { uploadCards } from './upload-cards.ts';
import { uploadRuns } from './upload-runs.ts';

/** Uploads started in this window, by drop or picker, oldest first. Finished ones stay until dismissed. */
export type UploadQueue = Store<readonly UploadBatch[]> & {
  /** `read` may take long: the batch already shows while a folder is walked. */
  readonly add: (destination: DropDestination, read: Promise<readonly DroppedFile[]>) => void;
  /** Paths on this disk, if the host can read it. The host uploads them, and its uploads are shown here too, whoever began them. */
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
  const cards = uploadCards();
  const { store, change, remove } = cards;
  const runs = uploadRuns(bridge, cards, () => earlier.refresh());
  const earlier = earlierBatches(bridge, {
    add: (batch) => cards.add({ ...batch, state: 'interrupted' }),
    change: (key, next) => change(key, () => next),
    remove,
  });
  const begin = (destination: DropDestination): number => cards.add({ destination, state: 'reading' });
  const paths = pathCards(bridge, cards);

  return {
    get: store.get,
    subscribe: store.subscribe,
    add: (destination, read) => runs.start(begin(destination), destination, read),
    addPaths: (destination, chosen) => void paths.send(destination, chosen),
    answer(key, choice) {
      change(key, () => ({ asking: 0 }));
      runs.answer(key, choice);
    },
    cancel(key) {
      change(key, () => ({ state: 'cancelled', asking: 0 }));
      if (!paths.cancel(key)) runs.cancel(key);
    },
    cancelFile: (key, fileId) => void (paths.cancelFile(key, fileId) || runs.cancelFile(key, fileId)),
    retryFile: (key, fileId) => void (paths.retryFile(key, fileId) || runs.retryFile(key, fileId)),
    dismiss(key) {
      paths.forget(key);
      runs.forget(key);
      remove(key);
      earlier.forget(key);
    },
  };
}
