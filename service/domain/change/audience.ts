import type { EventAccess } from '../../ports/metadata/events.ts';
import type { AncestorRecord, ItemRecord } from '../../ports/metadata/items.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { strongerRole } from '../permissions/rights.ts';

/** People in whose streams the events of an item belong, with what each may see of it. */
export type Audience = ReadonlyMap<string, EventAccess>;

/** The owner of an item, and all who accepted a collaboration on it or on a folder above it. */
export async function audienceOf(
  reads: MetadataReads,
  item: ItemRecord,
  ancestors: readonly AncestorRecord[],
): Promise<Audience> {
  const audience = new Map<string, EventAccess>([[item.ownerId, { kind: 'owner' }]]);
  const path = [...ancestors.map((ancestor) => ancestor.id), item.id];
  const collaborations = await reads.collaborations.listOfItems(path);
  const depth = (itemId: string) => path.indexOf(itemId);
  for (const { userId, itemId, role, status } of collaborations) {
    if (userId === null || status !== 'accepted') continue;
    const known = audience.get(userId);
    if (known?.kind === 'owner') continue;
    const isCollaborator = known?.kind === 'collaborator';
    audience.set(userId, {
      kind: 'collaborator',
      itemId: isCollaborator && depth(known.itemId) < depth(itemId) ? known.itemId : itemId,
      role: isCollaborator ? withoutOwner(known.role, role) : role,
    });
  }
  return audience;
}

type InvitedRole = Extract<EventAccess, { kind: 'collaborator' }>['role'];

function withoutOwner(one: InvitedRole, other: InvitedRole): InvitedRole {
  return strongerRole(one, other) === one ? one : other;
}
