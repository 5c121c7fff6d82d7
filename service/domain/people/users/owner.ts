import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import type { Service } from '../../service.ts';
import { insertUser } from './new-user.ts';

/** The setting with the id of the owner. */
const ownerSetting = 'owner_id';

/** The user that a program runs its own service for; null: no program ever did, or an administrator deleted that user. */
export async function findOwner({ users, setting }: MetadataReads): Promise<UserRecord | null> {
  const id = await setting(ownerSetting);
  return id === null ? null : users.get(id);
}

/**
 * The owner, remembered by id: login and name may change later, here and in the program that names them. Only a service that never had a user gets
 * a new one. Null: the service has users, and none of them is an administrator.
 */
export async function ensureOwner(
  service: Service,
  { login, name }: { readonly login: string; readonly name: string },
): Promise<UserRecord | null> {
  // Without a write, so that a full disk does not prevent a start.
  const known = await service.store.read(findOwner);
  if (known !== null) return known;
  return service.store.transaction(async (tx) => {
    const isNew = await tx.users.isEmpty();
    const owner = isNew ? await insertUser(tx, { login, name }, service.clock.now()) : await likelyOwner(tx, login);
    if (owner !== null) await tx.putSetting(ownerSetting, owner.id);
    return owner;
  });
}

/** Earlier versions remembered no owner: at each start it was the administrator with the given login. Otherwise the oldest one. */
async function likelyOwner({ users }: MetadataReads, login: string): Promise<UserRecord | null> {
  const named = await users.getByLogin(login);
  if (named?.role === 'admin') return named;
  return (await users.listByRole('admin', 1))[0] ?? null;
}
