import type { FileHandle } from 'node:fs/promises';

/** Bytes per write call. The network delivers pieces of 64 KiB, and a call for each costs more than the write itself. */
const BLOCK_BYTES = 1024 * 1024;

/** Writes appended data in large blocks, one while the next fills. Appended pieces must not be modified afterwards. */
export type BlockWriter = {
  /** Resolves when there is room for more. A failed earlier block rejects here or in `flush`. */
  append(bytes: Uint8Array): Promise<void>;
  /** Resolves with the file size once all appended data is written. */
  flush(): Promise<number>;
  /** Empties the file. */
  restart(): Promise<void>;
};

/** `written` is called with the number of bytes written so far, from the start of the file. */
export function blockWriter(handle: FileHandle, startBytes: number, written: (sizeBytes: number) => void): BlockWriter {
  let pieces: Uint8Array[] = [];
  let gatheredBytes = 0;
  let writtenBytes = startBytes;
  let writing: Promise<void> = Promise.resolve();
  const begin = (): void => {
    const [block, position] = [pieces, writtenBytes];
    writtenBytes += gatheredBytes;
    [pieces, gatheredBytes] = [[], 0];
    const end = writtenBytes;
    writing = writeAll(handle, block, position).then(() => written(end));
    // The next `append` or `flush` rejects with it.
    writing.catch(() => undefined);
  };
  return {
    async append(bytes) {
      pieces.push(bytes);
      gatheredBytes += bytes.byteLength;
      if (gatheredBytes < BLOCK_BYTES) return;
      await writing;
      begin();
    },
    async flush() {
      await writing;
      if (pieces.length > 0) begin();
      await writing;
      return writtenBytes;
    },
    async restart() {
      await writing.catch(() => undefined);
      await handle.truncate(0);
      [pieces, gatheredBytes, writtenBytes] = [[], 0, 0];
      writing = Promise.resolve();
    },
  };
}

/** A write may be partial. After a failure, the file is cut back to the last complete block. */
async function writeAll(handle: FileHandle, block: readonly Uint8Array[], position: number): Promise<void> {
  try {
    let rest = [...block];
    for (let at = position; rest.length > 0; ) {
      const { bytesWritten } = await handle.writev(rest, at);
      at += bytesWritten;
      rest = without(rest, bytesWritten);
    }
  } catch (error) {
    await handle.truncate(position).catch(() => undefined);
    throw error;
  }
}

function without(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes;
  return pieces.flatMap((piece) => {
    const taken = Math.min(left, piece.byteLength);
    left -= taken;
    return taken === piece.byteLength ? [] : [piece.subarray(taken)];
  });
}
