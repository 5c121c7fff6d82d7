import { limits } from '../../../../contract/rules/limits.ts';
import type { ClientRecord } from '../../../ports/metadata/people/clients.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { Service } from '../../service.ts';
import { createUser } from '../users/create-user.ts';

/**
 * The account that a client acts as by itself: its service account in the enterprise, or one of the enterprise's users. Null if
 * there is no such enterprise or user.
 */
export async function findSubject(
  service: Service,
  client: ClientRecord,
  subject: { readonly type: string; readonly id: string },
): Promise<UserRecord | null> {
  switch (subject.type) {
    case 'enterprise':
      return subject.id === service.settings.enterprise.id ? serviceAccount(service, client) : null;
    case 'user':
      return activePerson(service, subject.id);
    default:
      return null;
  }
}

async function activePerson(service: Service, id: string): Promise<UserRecord | null> {
  const user = await service.store.read(async ({ users }) => users.get(id));
  return user && user.status !== 'inactive' ? user : null;
}

/** The client's service account, created on first use. It administers the enterprise, within the scopes of the client. */
async function serviceAccount(service: Service, client: ClientRecord): Promise<UserRecord | null> {
  if (client.serviceAccountId !== null) return activePerson(service, client.serviceAccountId);
  const login = `service-account-${client.id}`;
  const known = await service.store.read(async ({ users }) => users.getByLogin(login));
  const account = known ?? (await createServiceAccount(service, client, login));
  if (!account) return null;
  await service.store.transaction(async ({ clients }) => clients.setServiceAccount(client.id, account.id));
  return account;
}

async function createServiceAccount(service: Service, client: ClientRecord, login: string): Promise<UserRecord | null> {
  // Without any users yet, the client would become the first one, who administers everything.
  const admins = await service.store.read(async ({ users }) => users.listByRole('admin', 1));
  if (admins.length === 0) return null;
  const name = [...client.name].slice(0, limits.userNameLength).join('');
  return createUser(service, { login, name, role: 'coadmin' });
}
