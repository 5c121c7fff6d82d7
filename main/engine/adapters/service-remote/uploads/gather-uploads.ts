import type { UploadBatchLimits } from '../../../../../contract/upload-batch.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Destination, RemoteError, SmallFile } from '../../../ports/remote/remote.ts';
import type { Changed } from '../../../ports/remote/remote-refusal.ts';

/** A new small file waiting to be sent in a batch. */
export type BatchedUpload = {
  readonly destination: Extract<Destination, { kind: 'new' }>;
  readonly file: SmallFile;
};

/** Sends a batch; one result per upload, in order. Copies the bytes before returning its promise. */
export type SendBatch = (
  batch: readonly BatchedUpload[],
  signal: AbortSignal,
) => Promise<readonly (Changed | RemoteError)[]>;

/** Combines waiting uploads into one request. */
export type UploadGatherer = {
  /** Rejects with the signal's reason as soon as it aborts. The file may still arrive if it is already in flight. */
  add(upload: BatchedUpload, limits: UploadBatchLimits, signal: AbortSignal | undefined): Promise<Changed>;
};

/** While these are in flight, new uploads gather; another batch would only make all of them smaller. */
const BATCHES_AT_ONCE = 2;

/** Long enough to read a few dozen files, too short to notice when saving one. */
const GATHER_MS = 20;
const BURST_MS = 1_000;

type Waiting = BatchedUpload & {
  readonly signal: AbortSignal | undefined;
  readonly resolve: (changed: Changed) => void;
  readonly reject: (reason: unknown) => void;
};

export function createUploadGatherer(send: SendBatch, clock: Pick<Clock, 'nowMs' | 'sleep'>): UploadGatherer {
  const waiting = new Set<Waiting>();
  let inFlight = 0;
  let isDue = false;
  let departedMs = Number.NEGATIVE_INFINITY;
  const depart = async (limits: UploadBatchLimits): Promise<void> => {
    const batch = takeBatch(waiting, limits);
    if (batch.length === 0) return;
    inFlight += 1;
    departedMs = clock.nowMs();
    try {
      await deliver(send, batch);
    } finally {
      inFlight -= 1;
      schedule(limits);
    }
  };
  /** The first upload of a burst leaves at once. After a recent departure more files are being read, so it waits briefly for them. */
  const gathered = async (limits: UploadBatchLimits): Promise<void> => {
    const isBurst = clock.nowMs() - departedMs < BURST_MS;
    if (isBurst && waiting.size < limits.files) await clock.sleep(GATHER_MS);
  };
  const schedule = (limits: UploadBatchLimits): void => {
    if (isDue || waiting.size === 0 || inFlight >= BATCHES_AT_ONCE) return;
    isDue = true;
    void gathered(limits).then(() => {
      isDue = false;
      void depart(limits);
      schedule(limits);
    });
  };
  return {
    add: (upload, limits, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const leave = (): void => {
          waiting.delete(one);
          reject(signal?.reason instanceof Error ? signal.reason : new Error('cancelled', { cause: signal?.reason }));
        };
        const settle = <T>(end: (value: T) => void) => {
          return (value: T): void => {
            signal?.removeEventListener('abort', leave);
            end(value);
          };
        };
        const one: Waiting = { ...upload, signal, resolve: settle(resolve), reject: settle(reject) };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.add(one);
        schedule(limits);
      }),
  };
}

function takeBatch(waiting: Set<Waiting>, limits: UploadBatchLimits): readonly Waiting[] {
  const batch: Waiting[] = [];
  let bytes = 0;
  for (const one of waiting) {
    if (batch.length >= limits.files || bytes + one.file.bytes.length > limits.bytes) break;
    waiting.delete(one);
    batch.push(one);
    bytes += one.file.bytes.length;
  }
  return batch;
}

async function deliver(send: SendBatch, batch: readonly Waiting[]): Promise<void> {
  const stop = new AbortController();
  let left = batch.length;
  // Continues as long as at least one of its files is still wanted.
  const lose = (): void => {
    left -= 1;
    if (left === 0) stop.abort();
  };
  for (const { signal } of batch) signal?.addEventListener('abort', lose, { once: true });
  try {
    const results = await send(batch, stop.signal);
    batch.forEach((one, index) => {
      const result = results[index];
      if (result !== undefined && !(result instanceof Error)) one.resolve(result);
      else one.reject(result);
    });
  } catch (error) {
    for (const one of batch) one.reject(error);
  } finally {
    for (const { signal } of batch) signal?.removeEventListener('abort', lose);
  }
}
