import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { requireSpace } from '../../access/room.ts';
import type { Service } from '../../service.ts';

/** A space that contents take: that of an account, or that of a file request. */
export interface ContentSpace {
  /** No other space has it. */
  readonly id: string;
  /** The free bytes, as far as they are known: 0 if they have not been read yet. */
  readonly freeBytes: number;
  /**
   * Resolves with the free bytes.
   * @param othersBytes bytes of other contents that are arriving in this space
   * @throws Refusal `storage_limit_exceeded` if this many bytes do not fit beside those of the others.
   */
  require(reads: MetadataReads, bytes: number, othersBytes: number): Promise<number>;
}

/** The space of an account. */
export function spaceOf(ownerId: string, freeBytes = 0): ContentSpace {
  return {
    id: `account ${ownerId}`,
    freeBytes,
    require: (reads, bytes, othersBytes) => requireSpace(reads, ownerId, bytes, othersBytes),
  };
}

/**
 * Passes a content on while it fits beside all others that this process receives for the same spaces: unfinished contents are on the disk
 * like finished ones, and their senders decide how long. What is recorded meanwhile counts when this content is recorded.
 */
export async function* withinSpaces(
  service: Pick<Service, 'store' | 'arriving'>,
  content: AsyncIterable<Uint8Array>,
  spaces: readonly ContentSpace[],
): AsyncGenerator<Uint8Array> {
  const freeBytes = spaces.map((space) => space.freeBytes);
  let ownBytes = 0;
  try {
    for await (const chunk of content) {
      ownBytes += chunk.length;
      const sums = spaces.map(({ id }) => service.arriving.add(id, chunk.length));
      for (const [index, space] of spaces.entries()) {
        const sum = sums[index] ?? 0;
        if (sum <= (freeBytes[index] ?? 0)) continue;
        // Not read yet, or space may have been freed since.
        freeBytes[index] = await service.store.read((reads) => space.require(reads, ownBytes, sum - ownBytes));
      }
      yield chunk;
    }
  } finally {
    for (const { id } of spaces) service.arriving.add(id, -ownBytes);
  }
}
