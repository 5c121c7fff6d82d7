import type { CollaborationRecord } from '../../ports/metadata/collaborations.ts';
import type { EventRecipient } from '../../ports/metadata/events.ts';
import { audienceOf } from '../change/audience.ts';
import type { Change } from '../change/change.ts';
import { sequencedSource } from '../change/sequenced-source.ts';

/*
 * Collaboration events are the owner's in every stream, and the collaborator's in `all` only (service-decisions.md B 4.4).
 * So that a client that follows `changes` learns of what appears in its root and what goes from it, the collaborator gets
 * ITEM_SYNC and ITEM_UNSYNC with the item beside them.
 */

/** An invitation, for the owner of the item and for the invited person, who sees no more than a pending one shows. */
export async function emitInvited(change: Change, collaboration: CollaborationRecord, ownerId: string): Promise<void> {
  const recipients: EventRecipient[] = [{ userId: ownerId, access: { kind: 'owner' }, isChange: true }];
  const { userId, itemId, role } = collaboration;
  if (userId !== null) recipients.push({ userId, access: { kind: 'collaborator', itemId, role }, isChange: false });
  const source = { kind: 'collaboration' as const, collaboration };
  await change.emit({ eventType: 'COLLAB_INVITE_COLLABORATOR', source, recipients });
}

/** A person can see an item from now on. The item's sequence id rises, its etag does not: it is the same item. */
export async function emitAccepted(change: Change, collaboration: CollaborationRecord): Promise<void> {
  const { userId, itemId, role } = collaboration;
  const source = await sequencedSource(change, itemId);
  if (userId === null || !source) return;
  const access = { kind: 'collaborator' as const, itemId, role };
  await change.emit({
    eventType: 'COLLAB_ADD_COLLABORATOR',
    source,
    recipients: [
      { userId: source.item.ownerId, access: { kind: 'owner' }, isChange: true },
      { userId, access, isChange: false },
    ],
  });
  await change.emit({ eventType: 'ITEM_SYNC', source, recipients: [{ userId, access, isChange: true }] });
}

/** A role was changed: what the collaborator may do with the item is different from now on. */
export async function emitRoleChanged(change: Change, collaboration: CollaborationRecord): Promise<void> {
  const { userId, itemId, role } = collaboration;
  const source = await sequencedSource(change, itemId);
  if (userId === null || !source) return;
  await change.emit({
    eventType: 'COLLAB_ROLE_CHANGE',
    source,
    recipients: [
      { userId: source.item.ownerId, access: { kind: 'owner' }, isChange: true },
      { userId, access: { kind: 'collaborator', itemId, role }, isChange: false },
    ],
  });
}

/** A person's access ended. Whoever can still see the item by another collaboration keeps it. */
export async function emitRemoved(change: Change, collaboration: CollaborationRecord): Promise<void> {
  const { userId, itemId } = collaboration;
  const source = await sequencedSource(change, itemId);
  if (userId === null || !source) return;
  const lost = { kind: 'lost' as const, itemId };
  await change.emit({
    eventType: 'COLLAB_REMOVE_COLLABORATOR',
    source,
    recipients: [
      { userId: source.item.ownerId, access: { kind: 'owner' }, isChange: true },
      { userId, access: lost, isChange: false },
    ],
  });
  const audience = await audienceOf(change.tx, source.item, source.ancestors);
  if (audience.has(userId)) return;
  await change.emit({ eventType: 'ITEM_UNSYNC', source, recipients: [{ userId, access: lost, isChange: true }] });
}
