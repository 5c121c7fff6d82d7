import { change } from '../change/change.ts';
import { emitUse } from '../change/emit-use.ts';
import type { Caller, Service } from '../service.ts';

/** What somebody did with an item, without changing it. */
export interface ItemUse {
  readonly what: 'download' | 'preview';
  readonly itemId: string;
}

/** Tells of a download or a preview: the owner's stream, the administrators' log and webhooks. The link it went through counts it. */
export async function recordUse(service: Service, caller: Caller, { what, itemId }: ItemUse): Promise<void> {
  const { sharedLink } = caller;
  await change(service, caller, async (change) => {
    const item = await change.tx.items.get(itemId);
    // It may have been deleted for good since it was read.
    if (!item) return;
    if (sharedLink !== null) await change.tx.sharedLinks.count(sharedLink.itemId, what);
    const eventType = what === 'download' ? 'ITEM_DOWNLOAD' : 'ITEM_PREVIEW';
    await emitUse(change, eventType, item, await change.tx.items.ancestors(item));
  });
}
