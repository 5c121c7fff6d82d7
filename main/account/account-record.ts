import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * A service. `service` is its name and stays the same for as long as it is the same one: the private service's address may change
 * from start to start, its data folder does not.
 */
export const ServiceAddress = z.object({
  service: z.string().min(1),
  baseUrl: z.url(),
  uploadUrl: z.url(),
});
export type ServiceAddress = z.infer<typeof ServiceAddress>;

/** Which account of which service this state folder belongs to. Tokens are not here but in the secret store. */
export const AccountRecord = ServiceAddress.extend({
  userId: z.string().min(1),
  /** By a sign-in through the browser, which can be had again; left out: by a token of the private service, or one that was given. */
  by: z.literal('login').optional(),
});
export type AccountRecord = z.infer<typeof AccountRecord>;

/** Tells accounts apart: a root that was linked under another one is refused (edge case 96). */
export const accountKey = (account: Pick<AccountRecord, 'service' | 'userId'>): string =>
  `${account.service} ${account.userId}`;

/** Null: this state folder has no account yet. */
export async function readAccount(state: string): Promise<AccountRecord | null> {
  const text = await readFile(accountPath(state), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : AccountRecord.parse(JSON.parse(text));
}

export async function writeAccount(state: string, account: AccountRecord): Promise<void> {
  await mkdir(state, { recursive: true, mode: 0o700 });
  const beside = `${accountPath(state)}.new`;
  await writeFile(beside, JSON.stringify(account, null, 2), { mode: 0o600 });
  await rename(beside, accountPath(state));
}

/** Forgets the account of this state folder; what is synced stays, and waits for the same account. */
export async function removeAccount(state: string): Promise<void> {
  await rm(accountPath(state), { force: true });
}

const accountPath = (state: string): string => join(state, 'account.json');
