import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { UploadSessionRecord } from '../../../ports/metadata/items/upload-sessions.ts';
import type { EventRecipient, ItemSnapshot } from '../../../ports/metadata/streams/events.ts';
import { type Settling, settleShownNames } from '../../access/settle-shown-names.ts';
import { ancestorsReader, sharedItems } from '../../access/shared-with.ts';
import { together } from '../../kernel/work/together.ts';
import type { Change } from '../change.ts';
import { endSessionsWithoutAccess, endThoseWithoutAccess } from '../end-sessions.ts';
import { type ItemSource, sequencedSource } from '../sequenced-source.ts';
import { type Audience, audienceOf, isInTree } from './audience.ts';

/** An item that may be new in the trees of users: who can see it now, and who could before. */
export interface Appearance {
  readonly source: ItemSource;
  readonly userIds: readonly string[];
  readonly audience: Audience;
  readonly before: Audience;
}

/** Notifies users of items that are now in their trees and were not before. They get numbered aliases where their names are taken. */
export async function appear({ tx, emit }: Change, appearances: readonly Appearance[]): Promise<void> {
  const arrivals = appearances.map(({ source, userIds, audience, before }) => {
    const recipients = userIds.flatMap((userId): EventRecipient[] => {
      const access = audience.get(userId);
      if (access === undefined || !isInTree(access) || isInTree(before.get(userId))) return [];
      return [{ userId, access, isChange: true }];
    });
    return { source, recipients };
  });
  const settlings = arrivals.flatMap(({ source, recipients }) =>
    recipients.map(({ userId }) => ({ userId, itemId: source.item.id })),
  );
  await settleShownNames(tx, settlings);
  for (const arrival of arrivals) await emit({ eventType: 'ITEM_SYNC', ...arrival });
}

/** An item that may have left the trees of users, and who can see it now. */
export type Disappearance = Omit<Appearance, 'before'>;

/**
 * Ends the uploads to items that users can no longer see, and notifies them that these have left their trees, unless another collaboration
 * keeps them there. Items below them that are shared with these users move to their roots.
 */
export async function vanish(change: Change, disappearances: readonly Disappearance[]): Promise<void> {
  const { tx, emit } = change;
  const losses = disappearances.map(({ source, userIds, audience }) => {
    return { source, gone: userIds.filter((userId) => !isInTree(audience.get(userId))) };
  });
  await together(losses.map(({ source, gone }) => tx.shownNames.delete(gone, source.item.id)));
  for (const { source, gone } of losses) {
    const access = { kind: 'lost' as const, itemId: source.item.id };
    const recipients = gone.map((userId) => ({ userId, access, isChange: true }));
    await emit({ eventType: 'ITEM_UNSYNC', source, recipients });
  }
  for (const ownerId of new Set(losses.map(({ source }) => source.item.ownerId))) {
    await endSessionsWithoutAccess(tx, ownerId);
  }
  await uncover(
    change,
    losses.flatMap(({ source, gone }) => gone.map((userId) => ({ userId, item: source.item }))),
  );
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
    recipients.map(({ userId }) => ({ userId, item })),
  );
}

/** Shows the items below lost folders that are shared with the users themselves: these are in their roots now. */
async function uncover(
  change: Change,
  losses: readonly { readonly userId: string; readonly item: ItemRecord }[],
): Promise<void> {
  const { tx } = change;
  const ofUsers = Map.groupBy(
    losses.filter(({ item }) => item.kind === 'folder'),
    ({ userId }) => userId,
  );
  // Many of the users see the same items.
  const ancestorsOf = ancestorsReader(tx);
  const belowLost = async ([userId, ofUser]: readonly [string, typeof losses]): Promise<readonly Settling[]> => {
    const lost = new Set(ofUser.map(({ item }) => item.id));
    const shared = await sharedItems(tx, { id: userId }, () => true, ancestorsOf);
    const below = shared.filter(({ ancestors }) => ancestors.some(({ id }) => lost.has(id)));
    return below.map(({ item }) => ({ userId, itemId: item.id }));
  };
  const uncovered = (await together([...ofUsers].map(belowLost))).flat();
  // All at once: each missing tree starts the transaction again.
  await tx.requireTrees(uncovered.map(({ userId }) => userId));
  const appearances: Appearance[] = [];
  for (const [itemId, users] of Map.groupBy(uncovered, (one) => one.itemId)) {
    const source = await sequencedSource(change, itemId);
    if (!source) continue;
    const audience = await audienceOf(tx, source.item, source.ancestors);
    appearances.push({ source, userIds: users.map(({ userId }) => userId), audience, before: new Map() });
  }
  await appear(change, appearances);
}
