import { createByteBudget } from './byte-budget.ts';

/**
 * Memory for bytes on their way, the same few buffers over and over: what is left to the garbage collector is given back to the
 * system late, and a gigabyte in parts would leave a hundred buffers waiting for it.
 */
export interface BufferPool {
  /**
   * Resolves with room for `bytes` when the pool has it; first come, first served, and more than the whole pool gets in alone.
   * Rejects with the signal's reason when aborted while waiting.
   */
  take(bytes: number, signal: AbortSignal): Promise<LoanedBuffer>;
  /** Lets go of what nobody uses: nothing is to be transferred for now. */
  rest(): void;
}

/** Nobody may touch `bytes` after `giveBack`. */
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
    // What lies idle in other sizes makes room: all of it together stays within the total.
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

/** Few sizes, so that a buffer fits again: powers of two, and from an eighth of the pool on exactly what is asked for. */
function sizeOf(bytes: number, totalBytes: number): number {
  if (bytes > totalBytes / 8) return bytes;
  return Math.max(Math.min(SMALLEST_BYTES, totalBytes), 2 ** Math.ceil(Math.log2(Math.max(bytes, 1))));
}
