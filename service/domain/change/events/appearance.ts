import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { UploadSessionRecord } from '../../../ports/metadata/items/upload-sessions.ts';
import type { EventRecipient, ItemSnapshot } from '../../../ports/metadata/streams/events.ts';
import { settleShownNames } from '../../access/settle-shown-names.ts';
import { sharedItems } from '../../access/shared-with.ts';
import type { Change } from '../change.ts';
import { endSessionsWithoutAccess, endThoseWithoutAccess } from '../end-sessions.ts';
import { type ItemSource, sequencedSource } from '../sequenced-source.ts';
import { type Audience, audienceOf, isInTree } from './audience.ts';

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
 * Ends the uploads to an item that users can no longer see, and notifies them that it has left their tree, unless another collaboration
 * keeps it there. Items below it that are shared with them move to their root.
 */
export async function vanish(change: Change, source: ItemSource, userIds: readonly string[]): Promise<void> {
  const { tx, emit } = change;
  const { item, ancestors } = source;
  const audience = await audienceOf(tx, item, ancestors);
  const gone = userIds.filter((userId) => !isInTree(audience.get(userId)));
  const recipients = gone.map((userId) => {
    return { userId, access: { kind: 'lost' as const, itemId: item.id }, isChange: true };
  });
  for (const userId of gone) await tx.shownNames.delete(userId, item.id);
  await endSessionsWithoutAccess(tx, item.ownerId);
  await emit({ eventType: 'ITEM_UNSYNC', source, recipients });
  await uncover(change, item, gone);
}

/** An item that some users can no longer see: as it was while they could, who could see it then, and who still can. */
export interface Loss {
  readonly item: ItemRecord;
  readonly before: ItemSnapshot;
  readonly audienceBefore: Audience;
  readonly audienceAfter: Audience;
  /** The open uploads in the space of the former and the new owner. */
  readonly sessions: readonly UploadSessionRecord[];
}

/**
 * Ends the uploads of users who have lost access to an item by a move, and notifies them. They see the item as it was before, and only its
 * new sequence id, so that the event is not taken for an old one. Items below it that are shared with them move to their root.
 */
export async function emitLoss(change: Change, loss: Loss): Promise<void> {
  const { item, before, audienceBefore, audienceAfter, sessions } = loss;
  const recipients: EventRecipient[] = [];
  for (const [userId, access] of audienceBefore) {
    if (!isInTree(access) || isInTree(audienceAfter.get(userId))) continue;
    const itemId = access.kind === 'owner' ? item.id : access.itemId;
    recipients.push({ userId, access: { kind: 'lost', itemId }, isChange: true });
  }
  const former = { ...before.item, sequenceId: item.sequenceId };
  const source = { kind: 'item' as const, item: former, ancestors: before.ancestors };
  await change.emit({ eventType: 'ITEM_UNSYNC', source, recipients });
  await endThoseWithoutAccess(change.tx, sessions);
  await uncover(
    change,
    item,
    recipients.map(({ userId }) => userId),
  );
}

async function uncover(change: Change, { id: folderId, kind }: ItemRecord, userIds: readonly string[]): Promise<void> {
  if (kind !== 'folder') return;
  const uncovered: { readonly userId: string; readonly itemId: string }[] = [];
  for (const userId of userIds) {
    for (const { item, ancestors } of await sharedItems(change.tx, { id: userId })) {
      if (ancestors.some(({ id }) => id === folderId)) uncovered.push({ userId, itemId: item.id });
    }
  }
  // All at once: each missing tree starts the transaction again.
  await change.tx.requireTrees(uncovered.map(({ userId }) => userId));
  for (const { userId, itemId } of uncovered) {
    const source = await sequencedSource(change, itemId);
    if (source) await appear(change, source, [userId], new Map());
  }
}
