import type { UserRecord } from '../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import type { Caller } from '../service.ts';
import { maySeeAccount } from './enterprise/administration.ts';
import { accessTo } from './item-access.ts';
import { maySeeCollaborators } from './permissions/path-settings.ts';
import { inForce } from './persons-of.ts';

/** The name of a person in a request: an id, or a login or one of its aliases. */
export interface PersonName {
  readonly id?: string | undefined;
  readonly login?: string | undefined;
}

/** The person of this name; null if there is none. `mayName` decides whether the caller may know. */
export async function findPerson(reads: MetadataReads, { id, login }: PersonName): Promise<UserRecord | null> {
  if (id !== undefined) return reads.users.get(id);
  return login === undefined ? null : byLogin(reads, login);
}

/**
 * True if the caller may use this name. Ids can be counted up, so they name only people whom the caller may see or shares something with. This
 * reads everything that is shared with either, which no transaction should wait for.
 */
export async function mayName(reads: MetadataReads, caller: Caller, { id }: PersonName): Promise<boolean> {
  if (id === undefined) return true;
  const user = await reads.users.get(id);
  return user !== null && ((await maySeeAccount(reads, caller, user)) || (await sharesWith(reads, caller, user)));
}

async function byLogin({ users }: MetadataReads, login: string): Promise<UserRecord | null> {
  const alias = await users.getAlias(login);
  return alias ? users.get(alias.userId) : users.getByLogin(login);
}

/** True if both have access to an item, and the caller may see that of the other. The owner of an item is known to everyone with access. */
async function sharesWith(reads: MetadataReads, { user: caller }: Caller, other: UserRecord): Promise<boolean> {
  const both = [
    ...(await reads.collaborations.listAccepted(caller.id)),
    ...(await reads.collaborations.listAccepted(other.id)),
  ];
  const shared = new Set(inForce(reads, both).map(({ itemId }) => itemId));
  for (const item of await reads.items.getMany([...shared])) {
    const ancestors = await reads.items.ancestors(item);
    const access = await accessTo(reads, { user: caller }, item, ancestors);
    if (access === null) continue;
    if (item.ownerId === other.id) return true;
    const isIn = (await accessTo(reads, { user: other }, item, ancestors)) !== null;
    if (isIn && maySeeCollaborators({ item, ancestors, access })) return true;
  }
  return false;
}
