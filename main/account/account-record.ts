import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * Which service this state folder belongs to. `key` stays the same for as long as it is the same account: the private
 * service's address may change from start to start, its data folder does not. Tokens are not here but in the secret store.
 */
export const AccountRecord = z.object({
  key: z.string().min(1),
  baseUrl: z.string().url(),
  uploadUrl: z.string().url(),
});
export type AccountRecord = z.infer<typeof AccountRecord>;

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

const accountPath = (state: string): string => join(state, 'account.json');
