import { say } from '../../../../../contract/rules/say.ts';
import type { HubBlockRecord } from '../../../../ports/metadata/surfaces/hubs.ts';
import type { MetadataReads } from '../../../../ports/metadata-store.ts';
import { Refusal } from '../../../refusal.ts';

/**
 * Finds an item list of this hub.
 * @throws Refusal `not_found`.
 */
export async function requireBlock(reads: MetadataReads, hubId: string, blockId: string): Promise<HubBlockRecord> {
  const block = await reads.hubs.getBlock(blockId);
  if (block?.hubId === hubId) return block;
  throw new Refusal('not_found', say`Hub ${hubId} has no item list ${blockId}.`);
}

/** The default item list: the first block of the first page. */
export async function firstBlock(reads: MetadataReads, hubId: string): Promise<HubBlockRecord> {
  const [page] = await reads.hubs.listPages(hubId);
  const [block] = page ? await reads.hubs.listBlocks(page.id) : [];
  if (block) return block;
  throw new Error(`Hub ${hubId} has no item list.`);
}
