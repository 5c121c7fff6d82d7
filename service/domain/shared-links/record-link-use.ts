import { change } from '../change/change.ts';
import { emitUse } from '../change/emit-use.ts';
import type { Caller, Service } from '../service.ts';

/** What somebody did through a link, with which item. */
export interface LinkUse {
  readonly what: 'download' | 'preview';
  readonly itemId: string;
}

/** Counts a download or a preview through the shared link of the caller, and tells the owner of the item. */
export async function recordLinkUse(service: Service, caller: Caller, { what, itemId }: LinkUse): Promise<void> {
  const { sharedLink } = caller;
  if (sharedLink === null) return;
  await change(service, caller, async (change) => {
    const item = await change.tx.items.get(itemId);
    if (!item) return;
    await change.tx.sharedLinks.count(sharedLink.itemId, what);
    const eventType = what === 'download' ? 'ITEM_DOWNLOAD' : 'ITEM_PREVIEW';
    await emitUse(change, eventType, item, await change.tx.items.ancestors(item));
  });
}
