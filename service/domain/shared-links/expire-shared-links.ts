import { anonymousCaller } from '../access/anonymous.ts';
import { change } from '../change/change.ts';
import type { Service } from '../service.ts';
import { unshare } from './change-shared-link.ts';
import { isUnexpired } from './live-link.ts';

/** How many links one round removes at most, so that people need not wait long for their changes. */
const batch = 100;

/** Removes the shared links whose time is up; they have opened nothing since that moment. Tells how many. */
export async function expireSharedLinks(service: Service): Promise<number> {
  const now = service.clock.now();
  const itemIds = await service.store.read((reads) => reads.sharedLinks.listExpired(now, batch));
  let count = 0;
  for (const itemId of itemIds) if (await expire(service, itemId)) count += 1;
  return count;
}

/** Looks again within the transaction: the link may have been given more time since. */
async function expire(service: Service, itemId: string): Promise<boolean> {
  return change(service, anonymousCaller(null), async (change) => {
    const { tx, now, report } = change;
    const link = await tx.sharedLinks.get(itemId);
    const item = await tx.items.get(itemId);
    if (!link || !item || isUnexpired(link, now)) return false;
    const ancestors = await tx.items.ancestors(item);
    const view = await unshare(change, { item, ancestors, access: { role: 'owner', sharedItemId: null } });
    const source = { kind: 'item' as const, item: view.item, ancestors };
    await report({ adminType: 'SHARE_EXPIRATION', trigger: null, source });
    return true;
  });
}
