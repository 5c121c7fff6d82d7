import { changeIn } from '../../change/change.ts';
import { emitUse } from '../../change/emit-use.ts';
import { treesOf } from '../../change/scope.ts';
import type { Caller, Service } from '../../service.ts';

/** A use of an item that does not change it. */
export interface ItemUse {
  readonly what: 'download' | 'preview';
  readonly itemId: string;
}

/**
 * Records a download or a preview in the owner's stream, the administrators' log and the webhooks, and counts it for the shared
 * link it went through.
 */
export async function recordUse(service: Service, caller: Caller, use: ItemUse): Promise<void> {
  await recordUses(service, caller, [use]);
}

/** The same for many uses, in one change. */
export async function recordUses(service: Service, caller: Caller, uses: readonly ItemUse[]): Promise<void> {
  const { sharedLink } = caller;
  // The uses of a shared link are counted in a row that its owner may be changing.
  const scope = sharedLink === null ? 'apart' : treesOf(caller, sharedLink.itemId);
  await changeIn(service, caller, scope, async (change) => {
    for (const { what, itemId } of uses) {
      const item = await change.tx.items.get(itemId);
      // It may have been permanently deleted in the meantime.
      if (!item) continue;
      if (sharedLink !== null) await change.tx.sharedLinks.count(sharedLink.itemId, what);
      const eventType = what === 'download' ? 'ITEM_DOWNLOAD' : 'ITEM_PREVIEW';
      await emitUse(change, eventType, item, await change.tx.items.ancestors(item));
    }
  });
}
