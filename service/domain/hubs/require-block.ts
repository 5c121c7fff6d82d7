import type { HubBlockRecord } from '../../ports/metadata/hubs.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { Refusal } from '../refusal.ts';

/** A list of items in this hub. @throws Refusal `not_found`. */
export async function requireBlock(reads: MetadataReads, hubId: string, blockId: string): Promise<HubBlockRecord> {
  const block = await reads.hubs.getBlock(blockId);
  if (block?.hubId === hubId) return block;
  throw new Refusal('not_found', `The hub ${hubId} has no list of items ${blockId}.`);
}

/** The list that items go to when none is named: the first of the first page. */
export async function firstBlock(reads: MetadataReads, hubId: string): Promise<HubBlockRecord> {
  const [page] = await reads.hubs.listPages(hubId);
  const [block] = page ? await reads.hubs.listBlocks(page.id) : [];
  if (block) return block;
  throw new Error(`The hub ${hubId} has no list of items.`);
}
