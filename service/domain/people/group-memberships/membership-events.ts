import type { GroupRecord } from '../../../ports/metadata/people/groups.ts';
import type { CollaborationRecord } from '../../../ports/metadata/sharing/collaborations.ts';
import type { Change } from '../../change/change.ts';
import { appear, vanish } from '../../change/events/appearance.ts';
import { type Audience, audienceOf } from '../../change/events/audience.ts';
import { type ItemSource, sequencedSource } from '../../change/sequenced-source.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { groupSource } from '../groups/group-source.ts';

/** A user joined or left a group: for the user's own stream and the administrators' log. */
export async function emitMembership(
  { tx, emit }: Change,
  eventType: 'GROUP_ADD_USER' | 'GROUP_REMOVE_USER',
  group: GroupRecord,
  userId: string,
): Promise<void> {
  const user = await tx.users.get(userId);
  await emit({
    eventType,
    source: groupSource(group),
    recipients: [{ userId, access: { kind: 'owner' }, isChange: true }],
    adminType: eventType,
    details: { user: presentUserMini(userId, user ?? undefined) },
  });
}

/** All collaborations of a group, with their audience; read while the user is not a member. */
export interface GroupAccess {
  readonly collaboration: CollaborationRecord;
  readonly before: Audience;
}

/** The access that a user would gain by joining a group. */
export async function accessOfGroup({ tx }: Change, groupId: string): Promise<readonly GroupAccess[]> {
  const found: GroupAccess[] = [];
  for (const collaboration of await allOf(tx, groupId)) {
    const item = await tx.items.get(collaboration.itemId);
    if (item) found.push({ collaboration, before: await audienceOf(tx, item, await tx.items.ancestors(item)) });
  }
  return found;
}

/** The user has joined: the group's items appear. */
export async function emitGained(change: Change, gained: readonly GroupAccess[], userId: string): Promise<void> {
  for (const { collaboration, before } of gained) {
    const source = await liveSource(change, collaboration);
    if (source) await appear(change, source, [userId], before);
  }
}

/** The user has left: items accessible only through the group disappear. Trashed ones too, because their aliases end. */
export async function emitLost(change: Change, groupId: string, userId: string): Promise<void> {
  for (const collaboration of await allOf(change.tx, groupId)) {
    const source = await sequencedSource(change, collaboration.itemId);
    if (source) await vanish(change, source, [userId]);
  }
}

/** Trashed items are in no tree, so no notification is needed. */
async function liveSource(change: Change, { itemId }: CollaborationRecord): Promise<ItemSource | null> {
  const source = await sequencedSource(change, itemId);
  if (!source || source.item.trashedAt !== null) return null;
  return source.ancestors.some(({ trashedAt }) => trashedAt !== null) ? null : source;
}

/** Read in pages, since a group may have very many items. */
async function allOf({ collaborations }: Change['tx'], groupId: string): Promise<readonly CollaborationRecord[]> {
  const limit = 1000;
  const all: CollaborationRecord[] = [];
  for (;;) {
    const some = await collaborations.listOfGroup(groupId, { offset: all.length, limit });
    all.push(...some);
    if (some.length < limit) return all;
  }
}
