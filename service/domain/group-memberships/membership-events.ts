import type { CollaborationRecord } from '../../ports/metadata/collaborations.ts';
import type { GroupRecord } from '../../ports/metadata/groups.ts';
import { type Audience, audienceOf } from '../change/audience.ts';
import type { Change } from '../change/change.ts';
import { type ItemSource, sequencedSource } from '../change/sequenced-source.ts';
import { appear, vanish } from '../collaborations/appearance.ts';
import { groupSource } from '../groups/group-source.ts';
import { presentUserMini } from '../representation/mini.ts';

/** A person came into a group or left it: for the person's own stream, and the administrators' log. */
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

/** All that a group collaborates on, with who could see it before; read while the person is not in the group. */
export interface GroupAccess {
  readonly collaboration: CollaborationRecord;
  readonly before: Audience;
}

/** What a person would gain by coming into a group. */
export async function accessOfGroup({ tx }: Change, groupId: string): Promise<readonly GroupAccess[]> {
  const found: GroupAccess[] = [];
  for (const collaboration of await allOf(tx, groupId)) {
    const item = await tx.items.get(collaboration.itemId);
    if (item) found.push({ collaboration, before: await audienceOf(tx, item, await tx.items.ancestors(item)) });
  }
  return found;
}

/** The person is in the group now: what it collaborates on appears. */
export async function emitGained(change: Change, gained: readonly GroupAccess[], userId: string): Promise<void> {
  for (const { collaboration, before } of gained) {
    const source = await liveSource(change, collaboration);
    if (source) await appear(change, source, [userId], before);
  }
}

/** The person is not in the group any more: what the person had by it alone vanishes. */
export async function emitLost(change: Change, groupId: string, userId: string): Promise<void> {
  for (const collaboration of await allOf(change.tx, groupId)) {
    const source = await liveSource(change, collaboration);
    if (source) await vanish(change, source, [userId]);
  }
}

/** Of what is in the trash nobody needs to be told: it is in nobody's tree. */
async function liveSource(change: Change, { itemId }: CollaborationRecord): Promise<ItemSource | null> {
  const source = await sequencedSource(change, itemId);
  if (!source || source.item.trashedAt !== null) return null;
  return source.ancestors.some(({ trashedAt }) => trashedAt !== null) ? null : source;
}

/** In pages, which a group with very many items needs. */
async function allOf({ collaborations }: Change['tx'], groupId: string): Promise<readonly CollaborationRecord[]> {
  const limit = 1000;
  const all: CollaborationRecord[] = [];
  for (;;) {
    const some = await collaborations.listOfGroup(groupId, { offset: all.length, limit });
    all.push(...some);
    if (some.length < limit) return all;
  }
}
