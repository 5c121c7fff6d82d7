import { change } from '../change/change.ts';
import { emitUse } from '../change/emit-use.ts';
import type { Caller, Service } from '../service.ts';
import { recordLinkUse } from '../shared-links/record-link-use.ts';

/** What somebody did with an item, without changing it. */
export interface ItemUse {
  readonly what: 'download' | 'preview';
  readonly itemId: string;
}

/** Tells of a download or a preview: the owner's stream, the administrators' log and webhooks; by a shared link, that counts too. */
export async function recordUse(service: Service, caller: Caller, use: ItemUse): Promise<void> {
  if (caller.sharedLink !== null) return recordLinkUse(service, caller, use);
  await change(service, caller, async (change) => {
    const item = await change.tx.items.get(use.itemId);
    // It may have been deleted for good since it was read.
    if (!item) return;
    const eventType = use.what === 'download' ? 'ITEM_DOWNLOAD' : 'ITEM_PREVIEW';
    await emitUse(change, eventType, item, await change.tx.items.ancestors(item));
  });
}
