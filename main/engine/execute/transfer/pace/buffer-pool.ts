import { createByteBudget } from './byte-budget.ts';

/**
 * Reuses a few buffers for bytes in transit: garbage-collected memory returns to the system late, and a gigabyte in parts would
 * leave a hundred buffers behind.
 */
export interface BufferPool {
  /**
   * Resolves with a buffer of `bytes` when the pool has room; first come, first served. A request larger than the pool waits
   * until it is alone. Rejects with the signal's reason if aborted while waiting.
   */
  take(bytes: number, signal: AbortSignal): Promise<LoanedBuffer>;
  /** Frees unused buffers while no transfers run. */
  rest(): void;
}

/** `bytes` must not be used after `giveBack`. */
export type LoanedBuffer = { readonly bytes: Buffer; giveBack(): void };

const SMALLEST_BYTES = 8 * 1024;

export function createBufferPool(totalBytes: number): BufferPool {
  const budget = createByteBudget(totalBytes);
  const idle: Buffer[] = [];
  let idleBytes = 0;
  let loanedBytes = 0;
  const fromIdle = (sizeBytes: number): Buffer | null => {
    const index = idle.findIndex((buffer) => buffer.length === sizeBytes);
    const [found] = index < 0 ? [] : idle.splice(index, 1);
    idleBytes -= found?.length ?? 0;
    return found ?? null;
  };
  const make = (sizeBytes: number): Buffer => {
    // Evict idle buffers of other sizes to keep the total within the limit.
    while (idle.length > 0 && idleBytes + loanedBytes + sizeBytes > totalBytes) idleBytes -= idle.shift()?.length ?? 0;
    return Buffer.allocUnsafeSlow(sizeBytes);
  };
  return {
    async take(bytes, signal) {
      const sizeBytes = sizeOf(bytes, totalBytes);
      const release = await budget.take(sizeBytes, signal);
      const buffer = fromIdle(sizeBytes) ?? make(sizeBytes);
      loanedBytes += sizeBytes;
      let isLoaned = true;
      return {
        bytes: buffer.subarray(0, bytes),
        giveBack() {
          if (!isLoaned) return;
          isLoaned = false;
          loanedBytes -= sizeBytes;
          if (sizeBytes <= totalBytes) {
            idle.push(buffer);
            idleBytes += sizeBytes;
          }
          release();
        },
      };
    },
    rest() {
      idle.length = 0;
      idleBytes = 0;
    },
  };
}

/** Few sizes, so that buffers can be reused: powers of two, and from an eighth of the pool on the exact size. */
function sizeOf(bytes: number, totalBytes: number): number {
  if (bytes > totalBytes / 8) return bytes;
  return Math.max(Math.min(SMALLEST_BYTES, totalBytes), 2 ** Math.ceil(Math.log2(Math.max(bytes, 1))));
}
