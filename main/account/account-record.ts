import { readFile, rm } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { writePrivate } from '../private/open-private.ts';
import { type PrivateSocket, serviceSocket } from '../private/private-socket-path.ts';
import { parseFile } from './damaged-file-error.ts';
import { isServiceIn, type Places, serviceBeside } from './places.ts';

/**
 * A service. `service` identifies it permanently: its URL, or the id that a private service keeps with its data. The private service has a `socket`
 * that only this user can open, and the file of the key that it proves; its URLs name a host that does not exist, and nothing is ever sent to a port.
 */
const ServiceAddress = z.object({
  service: z.string().min(1),
  baseUrl: z.url(),
  uploadUrl: z.url(),
  /** The page of the sign-in, as given; omitted: it follows from the base URL. */
  signInUrl: z.url().optional(),
});
export type ServiceAddress = z.infer<typeof ServiceAddress> & AtPlace;
type AtPlace = {
  /** The data folder of a private service, absolute. */
  readonly data?: string | undefined;
  /** Follows from that folder, so it is not stored. */
  readonly socket?: PrivateSocket;
};

/** The account and service of this state folder. Tokens are kept in the secret store. */
export const AccountRecord = ServiceAddress.extend({
  userId: z.string().min(1),
  /** `login`: by a browser sign-in, which can be repeated; omitted: by a token of the private service, or a given token. */
  by: z.literal('login').optional(),
  /** The client ID of the sign-in, to sign in again with. */
  clientId: z.string().min(1).optional(),
  /** The secret store has the secret of this client, unless it was lost; omitted: by an earlier version, unknown. */
  hasClientSecret: z.boolean().optional(),
  /** The data folder of the private service. In the file it is relative to the state folder, so that both can move together. */
  data: z.string().min(1).optional(),
});
export type AccountRecord = z.infer<typeof AccountRecord> & AtPlace;

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
  return withPlace(
    state,
    parseFile(accountPath(state), () => AccountRecord.parse(JSON.parse(text))),
  );
}

type PrivateAddress = ServiceAddress & Required<AtPlace>;

/** The private service with this id, and its data in `data`. */
export const privateAddress = (data: string, id: string): PrivateAddress => ({
  service: `${PRIVATE}${id}`,
  ...privatePlace(data),
});

/** No name below `.invalid` resolves (RFC 6761). */
export function privatePlace(data: string): Omit<PrivateAddress, 'service'> {
  const origin = 'http://tandem.invalid';
  return { baseUrl: `${origin}/2.0`, uploadUrl: `${origin}/upload/2.0`, data, socket: serviceSocket(data) };
}

/** The name that earlier versions gave to a private service with its data in this folder. */
export const earlierName = (data: string): string => `${PRIVATE}${data}`;

/** True for a name by the folder, false for one by the id. */
export const isEarlierName = (service: string): boolean => isAbsolute(service.slice(PRIVATE.length));

/** True for the private service of a computer, false for a service that others run. */
export const isPrivate = ({ service }: Pick<ServiceAddress, 'service'>): boolean => service.startsWith(PRIVATE);

/** The URL of the service as people know it; null: a private service has none. */
export const shownUrl = (account: ServiceAddress): string | null => (isPrivate(account) ? null : account.baseUrl);

/** An earlier version stored the private service's port, where any program may listen now. */
function withPlace(state: string, account: AccountRecord): AccountRecord {
  if (!isPrivate(account)) return account;
  const data = account.data === undefined ? earlierData(state, account) : resolve(state, account.data);
  return { ...account, ...privatePlace(data) };
}

/** Earlier versions stored the absolute folder. Since then it may have moved with the state. */
function earlierData(state: string, { service }: AccountRecord): string {
  const usual = serviceBeside(state);
  return isServiceIn(usual) ? usual : service.slice(PRIVATE.length);
}

/** These places, with the private service where the account of the state has it. */
export async function placesOf<Usual extends Pick<Places, 'state' | 'service'>>(usual: Usual): Promise<Usual> {
  const kept = await readAccount(usual.state);
  return kept?.data === undefined ? usual : { ...usual, service: kept.data };
}

const PRIVATE = 'private ';

export async function writeAccount(state: string, { socket: _, data, ...account }: AccountRecord): Promise<void> {
  const stored = data === undefined ? account : { ...account, data: relative(state, data) };
  writePrivate(accountPath(state), JSON.stringify(stored, null, 2));
}

/** Removes the account of this state folder. The synced folders stay and wait for the same account. */
export async function removeAccount(state: string): Promise<void> {
  await rm(accountPath(state), { force: true });
}

const accountPath = (state: string): string => join(state, 'account.json');
