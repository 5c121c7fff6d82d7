import type { SharedLinkRecord } from '../../../ports/metadata/sharing/shared-links.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { anonymousCaller } from '../../access/anonymous.ts';
import { conditionOf, isUnexpired } from '../../access/links/live-link.ts';
import { changeIn } from '../../change/change.ts';
import { oneByOne, sweep } from '../../kernel/work/one-by-one.ts';
import type { Service } from '../../service.ts';
import { unshare } from './change-shared-link.ts';

/** Maximum links removed per round, so that other changes need not wait long. */
const batch = 100;

/** Removes expired shared links, which have opened nothing since their expiry. Returns how many. */
export async function expireSharedLinks(service: Service): Promise<number> {
  const now = service.clock.now();
  const itemIds = await service.store.read((reads) => reads.sharedLinks.listExpired(now, batch));
  const removals = oneByOne();
  for (const itemId of itemIds) await removals.attempt(() => removeDead(service, itemId));
  return removals.end();
}

/**
 * Removes shared links whose creators lost the right to share; they have opened nothing since then. The event notifies the owner. A closed account
 * keeps its links, which open nothing until it is opened again. Returns how many.
 */
export async function dropLapsedLinks(service: Service): Promise<number> {
  return sweep(service.store, {
    list: ({ sharedLinks }, after, limit) => sharedLinks.listOnOthersItems(after, limit),
    keyOf: ({ itemId }) => itemId,
    isDue: async (reads, link) => (await deathOf(reads, link)) !== null,
    work: ({ itemId }) => removeDead(service, itemId),
  });
}

/** Checks again within the transaction: the link may have been extended, or have a new creator. */
async function removeDead(service: Service, itemId: string): Promise<boolean> {
  return changeIn(service, anonymousCaller(null), { items: [itemId], owners: [] }, async (change) => {
    const { tx, report } = change;
    const death = await deathOf(tx, await tx.sharedLinks.get(itemId));
    if (death === null) return false;
    const { item, ancestors, isExpired } = death;
    const view = await unshare(change, { item, ancestors, access: { role: 'owner', sharedItemId: null } });
    const source = { kind: 'item' as const, item: view.item, ancestors };
    if (isExpired) await report({ adminType: 'SHARE_EXPIRATION', trigger: null, source });
    return true;
  });
}

/** Why and where a link is dead; null if it works, or will once an account is opened again. */
async function deathOf(reads: MetadataReads, link: SharedLinkRecord | null) {
  const item = link && (await reads.items.get(link.itemId));
  if (!item) return null;
  const ancestors = await reads.items.ancestors(item);
  const now = reads.now();
  const condition = await conditionOf(reads, link, { item, ancestors, now });
  return condition === 'dead' ? { item, ancestors, isExpired: !isUnexpired(link, now) } : null;
}
