import type { FullHub } from '../../../../contract/resources/surfaces/hub.ts';
import { say } from '../../../../contract/rules/say.ts';
import { type Change, changeIn } from '../../change/change.ts';
import { ownedBy } from '../../change/scope.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { visibleItem } from './items/visible-item.ts';
import { newHub } from './new-hub.ts';
import { answerHub } from './present-hub.ts';
import { requireHub, turnOfHub } from './require-hub.ts';

/** Input of `copyHub`; absent fields are taken from the original. */
export interface CopyHub {
  readonly id: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly includeItems: boolean;
}

/** Items per read. */
const batch = 500;

/**
 * Copies a hub. The caller becomes its only co-owner, and only items that the caller may see are copied.
 * @throws Refusal `access_denied_insufficient_permissions` if the hub may not be copied.
 */
export async function copyHub(service: Service, caller: Caller, request: CopyHub): Promise<FullHub> {
  const { owners } = await turnOfHub(service, request.id);
  return changeIn(service, caller, ownedBy(...owners, caller.user.id), async (change) => {
    const { hub: original } = await requireHub(change.tx, caller, request.id, 'view');
    await change.tx.requireTrees([original.createdBy]);
    if (original.copyAccess === 'none') {
      const message = say`The hub "${original.title}" cannot be copied: its "copy_hub_access" is "none".`;
      throw new Refusal('access_denied_insufficient_permissions', message);
    }
    const title = request.title ?? original.title;
    const { hub, blockId } = await newHub(change, { title, description: request.description ?? original.description });
    if (request.includeItems) await copyItems(change, original.id, { hubId: hub.id, blockId });
    return answerHub(change.tx, hub);
  });
}

async function copyItems(
  { tx, caller }: Change,
  originalId: string,
  into: { readonly hubId: string; readonly blockId: string },
): Promise<void> {
  for (let after = 0; ; ) {
    const page = await tx.hubs.listItems({ hubId: originalId, blockId: undefined, after, limit: batch });
    for (const { itemId } of page) {
      if (await visibleItem(tx, caller, itemId)) await tx.hubs.addItem({ ...into, itemId });
    }
    after = page.at(-1)?.position ?? after;
    if (page.length < batch) return;
  }
}
