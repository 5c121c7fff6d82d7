import type { EventRecipient } from '../../ports/metadata/streams/events.ts';
import { settleShownNames } from '../access/settle-shown-names.ts';
import { sharedItems } from '../access/shared-with.ts';
import type { Change } from '../change/change.ts';
import { type Audience, audienceOf, isInTree } from '../change/events/audience.ts';
import { type ItemSource, sequencedSource } from '../change/sequenced-source.ts';

/**
 * Notifies users of an item that is now in their tree and was not in `before`. It gets a numbered alias where its name is taken.
 */
export async function appear(
  { tx, emit }: Change,
  source: ItemSource,
  userIds: readonly string[],
  before: Audience,
): Promise<void> {
  const audience = await audienceOf(tx, source.item, source.ancestors);
  const recipients: EventRecipient[] = [];
  for (const userId of userIds) {
    const access = audience.get(userId);
    if (access === undefined || !isInTree(access) || isInTree(before.get(userId))) continue;
    recipients.push({ userId, access, isChange: true });
  }
  await settleShownNames(
    tx,
    recipients.map(({ userId }) => userId),
    source.item.id,
  );
  await emit({ eventType: 'ITEM_SYNC', source, recipients });
}

/**
 * Notifies users that an item has left their tree, unless another collaboration keeps it there. Items below it that are shared with
 * them move to their root.
 */
export async function vanish(change: Change, source: ItemSource, userIds: readonly string[]): Promise<void> {
  const { tx, emit } = change;
  const { item, ancestors } = source;
  const audience = await audienceOf(tx, item, ancestors);
  const gone = userIds.filter((userId) => !isInTree(audience.get(userId)));
  const recipients = gone.map((userId) => {
    return { userId, access: { kind: 'lost' as const, itemId: item.id }, isChange: true };
  });
  await emit({ eventType: 'ITEM_UNSYNC', source, recipients });
  if (item.kind !== 'folder') return;
  for (const userId of gone) await uncover(change, item.id, userId);
}

async function uncover(change: Change, folderId: string, userId: string): Promise<void> {
  for (const below of await sharedItems(change.tx, { id: userId })) {
    if (!below.ancestors.some(({ id }) => id === folderId)) continue;
    const source = await sequencedSource(change, below.item.id);
    if (source) await appear(change, source, [userId], new Map());
  }
}
