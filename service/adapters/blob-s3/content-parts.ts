import type { WriteOptions } from '../../ports/blob-store.ts';
import type { PartMemory, TakenMemory } from './part-memory.ts';

/** Contents up to this size, in bytes, need no shared memory, and so never wait for others. */
const startBytes = 64 * 1024;

/** How a content is divided, and who sends it. */
interface PartOptions extends WriteOptions {
  readonly partBytes: number;
  readonly sender: string;
}

/** A part of a content. `release` gives back its memory once the bytes are sent; the end of the generator gives back the rest. */
export interface ContentPart {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
  release(): void;
}

/**
 * Divides a content into parts of this size; only the last one is smaller. The content is read only as far as there is memory.
 * @param maxBytes its maximum size, which the content itself enforces.
 * @param sender the one whose share of the memory its parts take.
 */
export async function* partsOf(
  content: AsyncIterable<Uint8Array>,
  { partBytes, maxBytes, sender, gone }: PartOptions,
  memory: PartMemory,
): AsyncGenerator<ContentPart, void, void> {
  const pieces = content[Symbol.asyncIterator]();
  const unreleased = new Set<() => void>();
  try {
    const start = await readStart(pieces);
    if (start.isWhole) {
      yield { bytes: start.bytes, isLast: true, release: () => undefined };
      return;
    }
    let rest: Uint8Array = start.bytes;
    for (let offset = 0, isLast = false; !isLast; ) {
      const roomBytes = Math.min(partBytes, maxBytes - offset);
      const taken = await memory.take(roomBytes, sender, gone);
      const release = () => {
        if (unreleased.delete(release)) taken.release();
      };
      unreleased.add(release);
      const filled = await fillPart(pieces, rest, Buffer.allocUnsafeSlow(roomBytes), taken);
      ({ rest, isLast } = filled);
      offset += filled.bytes.length;
      yield { bytes: filled.bytes, isLast, release };
    }
  } finally {
    for (const release of unreleased) release();
    // A stalled source does not answer before its next piece.
    void pieces.return?.().catch(() => undefined);
  }
}

/** Reads a content until it ends or needs shared memory. */
async function readStart(pieces: AsyncIterator<Uint8Array>) {
  const read: Uint8Array[] = [];
  let sizeBytes = 0;
  while (sizeBytes <= startBytes) {
    const next = await pieces.next();
    if (next.done === true) return { bytes: Buffer.concat(read), isWhole: true };
    read.push(next.value);
    sizeBytes += next.value.length;
  }
  return { bytes: Buffer.concat(read), isWhole: false };
}

/** Fills a part with `start` and the pieces after it. `rest` is what did not fit. */
async function fillPart(pieces: AsyncIterator<Uint8Array>, start: Uint8Array, buffer: Buffer, taken: TakenMemory) {
  try {
    let rest = start;
    for (let filled = 0; ; ) {
      buffer.set(rest.subarray(0, buffer.length - filled), filled);
      const copied = Math.min(rest.length, buffer.length - filled);
      filled += copied;
      rest = rest.subarray(copied);
      if (rest.length > 0) return { bytes: buffer, rest, isLast: false };
      // A full part is the last one if nothing follows it.
      const next = await Promise.race([pieces.next(), taken.lost]);
      if (next.done === true) return { bytes: buffer.subarray(0, filled), rest, isLast: true };
      rest = next.value;
      taken.arrived(rest.length);
    }
  } finally {
    taken.complete();
  }
}
