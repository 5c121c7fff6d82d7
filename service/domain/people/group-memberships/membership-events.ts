import type { GroupRecord, MembershipRecord } from '../../../ports/metadata/people/groups.ts';
import type { CollaborationRecord } from '../../../ports/metadata/sharing/collaborations.ts';
import type { Change } from '../../change/change.ts';
import { appear, vanish } from '../../change/events/appearance.ts';
import { type Accesses, accessesOf, audienceFrom } from '../../change/events/audience.ts';
import { type ItemSource, sequencedSource } from '../../change/sequenced-source.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { together } from '../../kernel/work/together.ts';
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

/** The user has joined: the group's items appear, unless the user had them by an access `before`. */
export async function emitGained(
  change: Change,
  { groupId, userId }: Pick<MembershipRecord, 'groupId' | 'userId'>,
  before: Accesses,
): Promise<void> {
  const now = await accessesOf(change.tx, userId);
  const shared = await allOf(change.tx, groupId);
  const sources = await together(shared.map((collaboration) => liveSource(change, collaboration)));
  const appearances = sources.flatMap((source) => {
    if (source === null) return [];
    return [{ source, userIds: [userId], audience: audienceFrom(source, now), before: audienceFrom(source, before) }];
  });
  await appear(change, appearances);
}

/** The user has left: items accessible only through the group disappear. Trashed ones too, because their aliases end. */
export async function emitLost(change: Change, groupId: string, userId: string): Promise<void> {
  const now = await accessesOf(change.tx, userId);
  const shared = await allOf(change.tx, groupId);
  const sources = await together(shared.map(({ itemId }) => sequencedSource(change, itemId)));
  const disappearances = sources.flatMap((source) => {
    return source === null ? [] : [{ source, userIds: [userId], audience: audienceFrom(source, now) }];
  });
  await vanish(change, disappearances);
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
