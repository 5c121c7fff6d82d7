import type { EventType } from '../../../../contract/resources/streams/event.ts';
import type { InteractionType } from '../../../../contract/resources/streams/recent-item.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { MetadataWrites } from '../../../ports/metadata-store.ts';
import { isAnonymous } from '../../access/anonymous.ts';
import type { Caller } from '../../service.ts';

/** The part of a change that recent items depend on. */
interface HandlingChange {
  readonly tx: Pick<MetadataWrites, 'recents'>;
  readonly now: number;
  readonly caller: Caller;
}

/** Puts an item at the front of the caller's recent items; visitors without an account have no such list. */
export async function noteRecentItem(
  { tx, now, caller }: HandlingChange,
  itemId: string,
  interaction: InteractionType,
): Promise<void> {
  if (isAnonymous(caller.user)) return;
  const { sharedLink } = caller;
  const link = sharedLink && { itemId: sharedLink.itemId, stamp: sharedLink.stamp };
  await tx.recents.put({ userId: caller.user.id, itemId, interaction, interactedAt: now, link });
}

/** The interaction that an item event stands for. */
const interactions: Partial<Readonly<Record<EventType, InteractionType>>> = {
  ITEM_UPLOAD: 'item_upload',
  ITEM_PREVIEW: 'item_preview',
  ITEM_DOWNLOAD: 'item_open',
  ITEM_RENAME: 'item_modify',
  ITEM_MODIFY: 'item_modify',
  ITEM_MAKE_CURRENT_VERSION: 'item_modify',
};

/** The same for an event of a file or a web link; folders are not listed as recent. */
export async function recordRecentItem(change: HandlingChange, eventType: EventType, item: ItemRecord): Promise<void> {
  const interaction = interactions[eventType];
  if (interaction !== undefined && item.kind !== 'folder') await noteRecentItem(change, item.id, interaction);
}
