import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { requireSpace } from '../../access/room.ts';
import { together } from '../../kernel/together.ts';
import type { Service } from '../../service.ts';

/** A space that contents take: that of an account, or that of a file request. */
export interface ContentSpace {
  /** No other space has it. */
  readonly id: string;
  /**
   * Resolves with the free bytes.
   * @param othersBytes bytes of other contents that are arriving in this space
   * @throws Refusal `storage_limit_exceeded` if this many bytes do not fit beside those of the others.
   */
  require(reads: MetadataReads, bytes: number, othersBytes: number): Promise<number>;
}

/** The space of an account. */
export function spaceOf(ownerId: string): ContentSpace {
  return {
    id: `account ${ownerId}`,
    require: (reads, bytes, othersBytes) => requireSpace(reads, ownerId, bytes, othersBytes),
  };
}

/**
 * Passes a content on while it fits beside all others that this process receives for the same spaces: unfinished contents are on the disk
 * like finished ones, and their senders decide how long. Uploads that are recorded meanwhile count at the record.
 * @param leastBytes the content has at least this many bytes.
 */
export async function* withinSpaces(
  service: Pick<Service, 'store' | 'arriving'>,
  content: AsyncIterable<Uint8Array>,
  { spaces, leastBytes }: { readonly spaces: readonly ContentSpace[]; readonly leastBytes: number },
): AsyncGenerator<Uint8Array> {
  const freeBytes = await service.store.read(async (reads) =>
    together(spaces.map((space) => space.require(reads, leastBytes, 0))),
  );
  let ownBytes = 0;
  try {
    for await (const chunk of content) {
      ownBytes += chunk.length;
      const sums = spaces.map(({ id }) => service.arriving.add(id, chunk.length));
      for (const [index, space] of spaces.entries()) {
        const sum = sums[index] ?? 0;
        if (sum <= (freeBytes[index] ?? 0)) continue;
        // Space may have been freed since it was read.
        freeBytes[index] = await service.store.read((reads) => space.require(reads, ownBytes, sum - ownBytes));
      }
      yield chunk;
    }
  } finally {
    for (const { id } of spaces) service.arriving.add(id, -ownBytes);
  }
}
