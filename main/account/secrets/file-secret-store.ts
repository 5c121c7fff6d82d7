import { readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { openPrivate, writePrivate } from '../../private/open-private.ts';
import { parseFile } from '../damaged-file-error.ts';
import type { SecretStore } from './secret-store.ts';

const Secrets = z.record(z.string(), z.string());

/** Secrets in a file that only its owner can read, for systems with no keyring or a locked one. */
export function fileSecretStore(path: string): SecretStore & { holdsSecrets(): Promise<boolean> } {
  return {
    holdsSecrets: async () => Object.keys(await readSecrets(path)).length > 0,
    place: `the file ${path} that only you can read`,
    get: async (account) => (await readSecrets(path))[account] ?? null,
    set: async (account, secret) => writeSecrets(path, { ...(await readSecrets(path)), [account]: secret }),
    delete: async (account) => {
      const { [account]: dropped, ...rest } = await readSecrets(path);
      if (dropped !== undefined) writeSecrets(path, rest);
    },
  };
}

async function readSecrets(path: string): Promise<Record<string, string>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return parseFile(path, () => Secrets.parse(JSON.parse(text)));
}

/** Once it returns, a power cut leaves the new secrets: the service accepts a former refresh token no longer. */
function writeSecrets(path: string, secrets: Record<string, string>): void {
  const folder = dirname(path);
  openPrivate('folder', folder);
  writePrivate(path, JSON.stringify(secrets));
  // Earlier versions left such files behind when a disk was full.
  const isLeftOver = (name: string): boolean => name.startsWith(`${basename(path)}.`) && /\.[0-9a-f]{12}$/.test(name);
  for (const name of readdirSync(folder).filter(isLeftOver)) rmSync(join(folder, name));
}
