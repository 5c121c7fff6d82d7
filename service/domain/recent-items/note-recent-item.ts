import type { EventType } from '../../../contract/resources/event.ts';
import type { InteractionType } from '../../../contract/resources/recent-item.ts';
import type { ItemRecord } from '../../ports/metadata/items.ts';
import type { Change } from '../change/change.ts';

/** Puts an item in front of what the caller had in hand lately. */
export async function noteRecentItem(
  { tx, now, caller }: Pick<Change, 'tx' | 'now' | 'caller'>,
  itemId: string,
  interaction: InteractionType,
): Promise<void> {
  const byLink = caller.sharedLink !== null;
  await tx.recents.put({ userId: caller.user.id, itemId, interaction, interactedAt: now, byLink });
}

/** What events of items say of the hands that the item went through. */
const interactions: Partial<Readonly<Record<EventType, InteractionType>>> = {
  ITEM_UPLOAD: 'item_upload',
  ITEM_PREVIEW: 'item_preview',
  ITEM_DOWNLOAD: 'item_open',
  ITEM_RENAME: 'item_modify',
  ITEM_MODIFY: 'item_modify',
  ITEM_MAKE_CURRENT_VERSION: 'item_modify',
};

/** The same for an event of a file or a web link; folders are not what people have in hand. */
export async function noteItemInHand(change: Change, eventType: EventType, item: ItemRecord): Promise<void> {
  const interaction = interactions[eventType];
  if (interaction !== undefined && item.kind !== 'folder') await noteRecentItem(change, item.id, interaction);
}
