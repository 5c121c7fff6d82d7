import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivate } from '../private/open-private.ts';
import { type PrivateSocket, serviceSocket } from '../private/private-socket-path.ts';
import { parseFile } from './damaged-file-error.ts';

/**
 * A service. `service` identifies it permanently. The private service has a `socket` that only this user can open, and the file of the key that it
 * proves; its URLs name a host that does
 * not exist, and nothing is ever sent to a port.
 */
const ServiceAddress = z.object({
  service: z.string().min(1),
  baseUrl: z.url(),
  uploadUrl: z.url(),
});
export type ServiceAddress = z.infer<typeof ServiceAddress> & AtSocket;
/** Follows from the folder of the private service, so it is not stored. */
type AtSocket = { readonly socket?: PrivateSocket };

/** The account and service of this state folder. Tokens are kept in the secret store. */
export const AccountRecord = ServiceAddress.extend({
  userId: z.string().min(1),
  /** `login`: by a browser sign-in, which can be repeated; omitted: by a token of the private service, or a given token. */
  by: z.literal('login').optional(),
  /** The client ID of the sign-in, to sign in again with. */
  clientId: z.string().min(1).optional(),
});
export type AccountRecord = z.infer<typeof AccountRecord> & AtSocket;

/** Identifies an account: a root linked under another one is refused (edge case 96). */
export const accountKey = (account: Pick<AccountRecord, 'service' | 'userId'>): string =>
  `${account.service} ${account.userId}`;

/** Null: this state folder has no account yet. */
export async function readAccount(state: string): Promise<AccountRecord | null> {
  const text = await readFile(accountPath(state), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  return withSocket(parseFile(accountPath(state), () => AccountRecord.parse(JSON.parse(text))));
}

/** The private service with its data in `data`. No name below `.invalid` resolves (RFC 6761). */
export function privateAddress(data: string): ServiceAddress & { readonly socket: PrivateSocket } {
  const origin = 'http://tandem.invalid';
  return {
    service: `${PRIVATE}${data}`,
    baseUrl: `${origin}/2.0`,
    uploadUrl: `${origin}/upload/2.0`,
    socket: serviceSocket(data),
  };
}

/** True for the private service of a computer, false for a service that others run. */
export const isPrivate = ({ service }: Pick<ServiceAddress, 'service'>): boolean => service.startsWith(PRIVATE);

/** The URL of the service as people know it; null: a private service has none. */
export const shownUrl = (account: ServiceAddress): string | null => (isPrivate(account) ? null : account.baseUrl);

/** The data folder of an account's private service; null: others run its service. */
export const privateData = (account: Pick<ServiceAddress, 'service'>): string | null =>
  isPrivate(account) ? account.service.slice(PRIVATE.length) : null;

/** An earlier version stored the private service's port, where any program may listen now. */
function withSocket(account: AccountRecord): AccountRecord {
  const data = privateData(account);
  return data === null ? account : { ...account, ...privateAddress(data) };
}

const PRIVATE = 'private ';

export async function writeAccount(state: string, { socket: _, ...account }: AccountRecord): Promise<void> {
  writePrivate(accountPath(state), JSON.stringify(account, null, 2));
}

/** Removes the account of this state folder. The synced folders stay and wait for the same account. */
export async function removeAccount(state: string): Promise<void> {
  await rm(accountPath(state), { force: true });
}

const accountPath = (state: string): string => join(state, 'account.json');
