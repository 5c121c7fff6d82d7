import { BlobTooLarge, type StoredBlob, type WriteOptions } from '../../ports/blob-store.ts';
import type { BlobLayout } from './layout.ts';
import { writePack } from './pack.ts';
import { writeBlob } from './write-blob.ts';

/** Contents up to this size may share a pack, in bytes. */
const smallBytes = 64 * 1024;

/** Maximum contents per pack, so that the first need not wait long for the last. */
const gatheredAtOnce = 100;

interface Waiting {
  readonly bytes: Uint8Array;
  readonly resolve: (stored: StoredBlob) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes contents like `writeBlob`. Small ones that arrive while another small one is written wait for it, and then share a pack and its
 * flushes: those are most of the cost of a small content. No write resolves before its own flush.
 */
export function gatherSmallWrites(
  layout: BlobLayout,
): (content: AsyncIterable<Uint8Array>, options: WriteOptions) => Promise<StoredBlob> {
  const waiting: Waiting[] = [];
  let isWriting = false;

  const drain = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) await writeGroup(layout, waiting.splice(0, gatheredAtOnce));
    isWriting = false;
  };
  const writeSmall = (bytes: Uint8Array) =>
    new Promise<StoredBlob>((resolve, reject) => {
      waiting.push({ bytes, resolve, reject });
      if (!isWriting) void drain();
    });

  return async (content, options) => {
    await layout.requireRoom();
    const pieces = content[Symbol.asyncIterator]();
    const start = await readStart(pieces, options.maxBytes);
    return start.isWhole ? writeSmall(start.bytes) : writeBlob(layout, continued(start.bytes, pieces), options);
  };
}

async function writeGroup(layout: BlobLayout, group: readonly Waiting[]): Promise<void> {
  const [first] = group;
  try {
    const stored =
      group.length === 1 && first !== undefined
        ? [await writeBlob(layout, once(first.bytes), { maxBytes: smallBytes })]
        : await writePack(
            layout,
            group.map(({ bytes }) => bytes),
          );
    group.forEach(({ resolve, reject }, index) => {
      const blob = stored[index];
      if (blob === undefined) reject(new Error('A pack lacks one of its contents.'));
      else resolve(blob);
    });
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}

/** Reads a content until it ends or is no longer small. */
async function readStart(
  pieces: AsyncIterator<Uint8Array>,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> {
  const read: Uint8Array[] = [];
  let sizeBytes = 0;
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) return { bytes: joined(read), isWhole: true };
    read.push(next.value);
    sizeBytes += next.value.length;
    if (sizeBytes > Math.min(smallBytes, maxBytes)) {
      if (sizeBytes > maxBytes) {
        await pieces.return?.();
        throw new BlobTooLarge(maxBytes);
      }
      return { bytes: joined(read), isWhole: false };
    }
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The rest of a content behind its start. The source ends with its reader, as in a loop over the whole. */
async function* continued(start: Uint8Array, pieces: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  yield* { [Symbol.asyncIterator]: () => pieces };
}
