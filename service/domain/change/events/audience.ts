import type { AncestorRecord, ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { EventAccess, ItemSnapshot } from '../../../ports/metadata/streams/events.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { combinedRole } from '../../access/permissions/rights.ts';
import { inForce, type PersonalAccess, personsOf } from '../../access/persons-of.ts';
import type { Settling } from '../../access/settle-shown-names.ts';

/** The users whose streams receive an item's events, with what each may see of it. */
export type Audience = ReadonlyMap<string, EventAccess>;

/** The owner of an item, and everyone with a collaboration on it or on a parent folder, including through groups. */
export async function audienceOf(
  reads: MetadataReads,
  item: ItemRecord,
  ancestors: readonly AncestorRecord[],
): Promise<Audience> {
  const path = [...ancestors.map((ancestor) => ancestor.id), item.id];
  const collaborations = inForce(reads, await reads.collaborations.listOfItems(path));
  return audienceAmong(item, path, collaborations.length === 0 ? [] : await personsOf(reads, collaborations));
}

/** The items that others share with one user. */
export type Accesses = ReadonlyMap<string, readonly PersonalAccess[]>;

/** Everything that others share with one user, directly or through groups: one query tells what the user sees of many items. */
export async function accessesOf(reads: MetadataReads, userId: string): Promise<Accesses> {
  const accepted = inForce(reads, await reads.collaborations.listAccepted(userId));
  const all = accepted.map(({ itemId, role, isAccessOnly }) => ({ userId, itemId, role, isAccessOnly }));
  return Map.groupBy(all, ({ itemId }) => itemId);
}

/** The owner of an item, and the user with these accesses if one of them is to the item or a parent folder. */
export function audienceFrom({ item, ancestors }: ItemSnapshot, accesses: Accesses): Audience {
  const path = [...ancestors.map((ancestor) => ancestor.id), item.id];
  return audienceAmong(
    item,
    path,
    path.flatMap((id) => accesses.get(id) ?? []),
  );
}

function audienceAmong(item: ItemRecord, path: readonly string[], persons: readonly PersonalAccess[]): Audience {
  const audience = new Map<string, EventAccess>([[item.ownerId, { kind: 'owner' }]]);
  const depth = (itemId: string) => path.indexOf(itemId);
  for (const person of persons) {
    const known = audience.get(person.userId);
    if (known?.kind === 'owner') continue;
    audience.set(person.userId, known?.kind === 'collaborator' ? joined(known, person, depth) : accessOf(person));
  }
  return audience;
}

/** True if this access puts the item in the user's tree, rather than only by id. */
export function isInTree(access: EventAccess | undefined): boolean {
  if (access === undefined || access.kind === 'lost') return false;
  return access.kind === 'owner' || access.isAccessOnly !== true;
}

/** The users in whose roots the item is: it is shared with them, and nothing above it is. */
export function inRootsOf(audience: Audience, { id: itemId }: ItemRecord): readonly Settling[] {
  return [...audience].flatMap(([userId, access]) => {
    return access.kind === 'collaborator' && access.itemId === itemId && isInTree(access) ? [{ userId, itemId }] : [];
  });
}

type CollaboratorAccess = Extract<EventAccess, { kind: 'collaborator' }>;

function accessOf({ itemId, role, isAccessOnly }: PersonalAccess): CollaboratorAccess {
  return { kind: 'collaborator', itemId, role, ...(isAccessOnly ? { isAccessOnly } : {}) };
}

/** Joins two accesses to one item: the combined role, from the topmost item that is shared visibly. */
function joined(
  known: CollaboratorAccess,
  person: PersonalAccess,
  depth: (itemId: string) => number,
): CollaboratorAccess {
  const other = accessOf(person);
  const role = combinedRole(known.role, other.role);
  if (known.isAccessOnly !== other.isAccessOnly) return { ...(known.isAccessOnly ? other : known), role };
  return { ...(depth(known.itemId) < depth(other.itemId) ? known : other), role };
}
