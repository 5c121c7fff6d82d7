import type { UploadFile } from '../../../preload/ipc/shapes/drop.ts';
import { noCounts, uploadFiles } from '../../../preload/ipc/upload-files.ts';
import { writableStore } from '../bridge/store.ts';
import type { BatchChange, UploadBatch } from './upload-batch.ts';

export type UploadCards = ReturnType<typeof uploadCards>;

/** Changed files are shown once per frame, however many change in it. */
const FRAME_MS = 16;

/** The displayed batches, each with its own key. */
export function uploadCards() {
  const store = writableStore<readonly UploadBatch[]>([]);
  /** Batches whose files have changed since they were shown. */
  const stale = new Set<number>();
  let nextKey = 1;
  const current = (batch: UploadBatch): UploadBatch => {
    if (!stale.delete(batch.key)) return batch;
    const counts = batch.files.counts();
    return { ...batch, counts, sent: counts.sent };
  };
  const change: BatchChange = (key, next) =>
    store.set(store.get().map((batch) => (batch.key === key ? withChange(current(batch), next) : batch)));
  return {
    store,
    change,
    get: (key: number): UploadBatch | undefined => store.get().find((batch) => batch.key === key),
    /** Shows it soon, together with later changes. */
    changeFile(key: number, fileId: number, next: Partial<UploadFile>): void {
      const files = store.get().find((batch) => batch.key === key)?.files;
      const file = files?.get(fileId);
      if (file === undefined) return;
      files?.set({ ...file, ...next });
      if (stale.size === 0) setTimeout(() => stale.size > 0 && store.set(store.get().map(current)), FRAME_MS);
      stale.add(key);
    },
    remove(key: number): void {
      stale.delete(key);
      store.set(store.get().filter((batch) => batch.key !== key));
    },
    /** Returns its key. */
    add(batch: Pick<UploadBatch, 'destination' | 'state'> & Partial<UploadBatch>): number {
      const key = nextKey;
      nextKey += 1;
      store.set([...store.get(), { ...emptyBatch(), ...batch, key }]);
      return key;
    },
  };
}

const withChange = (batch: UploadBatch, next: Parameters<BatchChange>[1]): UploadBatch => ({
  ...batch,
  ...next(batch),
});

const emptyBatch = () =>
  ({
    total: 0,
    sent: 0,
    counts: noCounts,
    files: uploadFiles(),
    bytesPerSecond: 0,
    asking: 0,
    missing: [],
    sentence: null,
  }) as const;
