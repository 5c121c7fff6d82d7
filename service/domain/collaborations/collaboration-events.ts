import type { AdminEventType } from '../../../contract/resources/streams/admin-event.ts';
import type { WebhookTrigger } from '../../../contract/resources/streams/webhook.ts';
import type { CollaborationRecord } from '../../ports/metadata/sharing/collaborations.ts';
import type { EventRecipient } from '../../ports/metadata/streams/events.ts';
import { personsOf } from '../access/persons-of.ts';
import type { Change } from '../change/change.ts';
import { endSessionsWithoutAccess } from '../change/end-sessions.ts';
import { appear, type Disappearance, vanish } from '../change/events/appearance.ts';
import { type Audience, audienceOf } from '../change/events/audience.ts';
import { type ItemSource, sequencedSource } from '../change/sequenced-source.ts';
import { together } from '../kernel/work/together.ts';

/*
 * Collaboration events are in all streams of the owner, but only in `all` for collaborators. Collaborators also get ITEM_SYNC and
 * ITEM_UNSYNC with the item, so that clients that follow `changes` learn what enters and leaves their root.
 */

/**
 * A new collaboration, accepted or not. An invitation is for the item's owner and for the invited user, who sees only what a pending one
 * reveals. `before`: who could see the item until now.
 */
export async function emitCreated(
  change: Change,
  collaboration: CollaborationRecord,
  ownerId: string,
  before: Audience,
): Promise<void> {
  await reportCollaboration(change, collaboration, 'COLLABORATION_INVITE', 'COLLABORATION.CREATED');
  if (collaboration.status === 'accepted') await emitAccepted(change, collaboration, before);
  else await emitPending(change, 'COLLAB_INVITE_COLLABORATOR', collaboration, ownerId);
}

/** Users can now see an item. Its sequence id rises, its etag does not: the item itself is unchanged. */
export async function emitAccepted(
  change: Change,
  collaboration: CollaborationRecord,
  before: Audience,
): Promise<void> {
  await reportCollaboration(change, collaboration, 'COLLABORATION_ACCEPT', 'COLLABORATION.ACCEPTED');
  const source = await sequencedSource(change, collaboration.itemId);
  if (!source) return;
  const persons = await othersThan(change, source, collaboration);
  await emitToAll(change, 'COLLAB_ADD_COLLABORATOR', source, persons);
  await appear(change, [{ ...(await seenBy(change, source, persons)), before }]);
}

/** A collaboration that had expired is in force again: its users missed what happened meanwhile, and may have used the name. */
export async function emitExtended(
  change: Change,
  collaboration: CollaborationRecord,
  before: Audience,
): Promise<void> {
  const source = await sequencedSource(change, collaboration.itemId);
  if (!source) return;
  const persons = await othersThan(change, source, collaboration);
  await appear(change, [{ ...(await seenBy(change, source, persons)), before }]);
}

/** A role change: the collaborators' rights on the item are now different. */
export async function emitRoleChanged(change: Change, collaboration: CollaborationRecord): Promise<void> {
  const source = await sequencedSource(change, collaboration.itemId);
  if (!source) return;
  await endSessionsWithoutAccess(change.tx, source.item.ownerId);
  await emitToAll(change, 'COLLAB_ROLE_CHANGE', source, await othersThan(change, source, collaboration));
}

/** The end of collaborations that have already been removed. Users with another access keep the items. */
export async function emitRemoved(change: Change, collaborations: readonly CollaborationRecord[]): Promise<void> {
  const ends = await together(collaborations.map((collaboration) => endOf(change, collaboration)));
  await vanish(
    change,
    ends.flatMap((end) => end ?? []),
  );
}

/** Notifies the owner and the users of the end of a collaboration. Returns what that takes from the users; null if nothing. */
async function endOf(change: Change, collaboration: CollaborationRecord): Promise<Disappearance | null> {
  const source = await sequencedSource(change, collaboration.itemId);
  if (!source || collaboration.status === 'rejected') return null;
  if (collaboration.status === 'pending') {
    await emitPending(change, 'COLLAB_REMOVE_COLLABORATOR', collaboration, source.item.ownerId);
    return null;
  }
  const persons = await othersThan(change, source, collaboration);
  const lost = { kind: 'lost' as const, itemId: collaboration.itemId };
  const recipients = [...ownerOf(source), ...persons.map((userId) => ({ userId, access: lost, isChange: false }))];
  await change.emit({ eventType: 'COLLAB_REMOVE_COLLABORATOR', source, recipients });
  return seenBy(change, source, persons);
}

/** The access of these users to an item now. */
async function seenBy({ tx }: Change, source: ItemSource, userIds: readonly string[]): Promise<Disappearance> {
  return { source, userIds, audience: await audienceOf(tx, source.item, source.ancestors) };
}

/** Reports a collaboration event to the administrators' log and the webhooks of the item. */
export async function reportCollaboration(
  { tx, report }: Change,
  collaboration: CollaborationRecord,
  adminType: AdminEventType | null,
  trigger: WebhookTrigger | null,
): Promise<void> {
  const item = await tx.items.get(collaboration.itemId);
  if (!item) return;
  const ancestors = await tx.items.ancestors(item);
  const { role, groupId } = collaboration;
  const group = groupId === null ? null : await tx.groups.get(groupId);
  const details = {
    role,
    item: { type: item.kind, id: item.id, name: item.name },
    ...(group ? { group: group.name } : {}),
  };
  const source = { kind: 'collaboration' as const, collaboration };
  await report({ adminType, trigger, source, place: { itemId: item.id, ancestors }, details });
  const ofGroup = group === null ? undefined : groupTypes[adminType ?? ''];
  if (ofGroup) await report({ adminType: ofGroup, trigger: null, source, details });
}

/** Group collaborations have their own event types. */
const groupTypes: Partial<Readonly<Record<string, AdminEventType>>> = {
  COLLABORATION_INVITE: 'GROUP_ADD_ITEM',
  COLLABORATION_REMOVE: 'GROUP_REMOVE_ITEM',
  COLLABORATION_EXPIRATION: 'GROUP_REMOVE_ITEM',
};

async function emitPending(
  change: Change,
  eventType: 'COLLAB_INVITE_COLLABORATOR' | 'COLLAB_REMOVE_COLLABORATOR',
  collaboration: CollaborationRecord,
  ownerId: string,
): Promise<void> {
  const recipients: EventRecipient[] = [{ userId: ownerId, access: { kind: 'owner' }, isChange: true }];
  const { userId, itemId, role } = collaboration;
  if (userId !== null) recipients.push({ userId, access: { kind: 'collaborator', itemId, role }, isChange: false });
  await change.emit({ eventType, source: { kind: 'collaboration', collaboration }, recipients });
}

/** Everyone affected by a collaboration except the item's owner, who may be a member of the group. */
async function othersThan(
  { tx }: Change,
  { item }: ItemSource,
  collaboration: CollaborationRecord,
): Promise<readonly string[]> {
  const persons = await personsOf(tx, [collaboration]);
  return persons.map(({ userId }) => userId).filter((userId) => userId !== item.ownerId);
}

async function emitToAll(
  { tx, emit }: Change,
  eventType: 'COLLAB_ADD_COLLABORATOR' | 'COLLAB_ROLE_CHANGE',
  source: ItemSource,
  persons: readonly string[],
): Promise<void> {
  const audience = await audienceOf(tx, source.item, source.ancestors);
  const others = persons.flatMap((userId) => {
    const access = audience.get(userId);
    return access ? [{ userId, access, isChange: false }] : [];
  });
  await emit({ eventType, source, recipients: [...ownerOf(source), ...others] });
}

function ownerOf({ item }: ItemSource): readonly EventRecipient[] {
  return [{ userId: item.ownerId, access: { kind: 'owner' }, isChange: true }];
}
