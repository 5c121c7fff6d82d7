import type { FileHandle } from 'node:fs/promises';

/** Bytes that go to the disk in one call. They come from the network in pieces of 64 KiB, and a call for each costs more than the writing. */
const BLOCK_BYTES = 1024 * 1024;

/** Writes what is appended in large blocks, one while the next is gathered. The pieces must not change after they were handed over. */
export type BlockWriter = {
  /** Resolves when there is room for more; an error of an earlier block is met here or in `flush`. */
  append(bytes: Uint8Array): Promise<void>;
  /** Resolves with the size of the file when everything that was appended is written. */
  flush(): Promise<number>;
  /** Empties the file. */
  restart(): Promise<void>;
};

/** `written` is told how much of the file is written, from its start. */
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
    // Whoever appends or flushes next meets it.
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

/** One write may take less than it was given. What a failed one left behind the last whole block is cut off. */
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
