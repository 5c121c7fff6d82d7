import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { flushDirectory } from '../../disk/flush-directory.ts';
import type { SecretStore } from '../../engine/ports/secret-store.ts';
import { openPrivate } from '../../private/open-private.ts';
import { parseFile } from '../damaged-file-error.ts';

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
      if (dropped !== undefined) await writeSecrets(path, rest);
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

/**
 * Writes a temporary file and renames it, so that a crash leaves either the old or the new secrets. Once it returns, a power cut leaves the new
 * ones: the service accepts a former refresh token no longer.
 */
async function writeSecrets(path: string, secrets: Record<string, string>): Promise<void> {
  openPrivate('folder', dirname(path));
  const beside = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(beside, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(secrets));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  await flushDirectory(dirname(path));
}
