import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileSecretStore } from '../../../../../main/account/secrets/file-secret-store.ts';

/** A refresh token works once: the next one has to survive a power cut, and so have the other secrets beside it. */
const calls = vi.hoisted((): string[] => []);

vi.mock(import('node:fs/promises'), async (importOriginal) => {
  const disk = await importOriginal();
  const open: typeof disk.open = async (path, ...flags) => {
    const handle = await disk.open(path, ...flags);
    const { sync } = handle;
    handle.sync = () => {
      calls.push(`flush ${kindOf(path)}`);
      return sync.call(handle);
    };
    return handle;
  };
  const rename: typeof disk.rename = (from, to) => {
    calls.push(`rename ${kindOf(from)} to ${kindOf(to)}`);
    return disk.rename(from, to);
  };
  return { ...disk, open, rename };
});
vi.mock(import('../../../../../main/disk/flush-directory.ts'), () => ({
  flushDirectory: async () => void calls.push('flush folder'),
}));
const kindOf = (path: unknown): string => (basename(String(path)) === 'secrets.json' ? 'secrets' : 'new');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('secrets are on disk before they are said to be: the file, its name, and nothing beside it', async () => {
  const store = fileSecretStore(join(folder, 'secrets.json'));
  await store.set('ann', 'one');
  await store.set('ann', 'two');
  const each = ['flush new', 'rename new to secrets', 'flush folder'];
  expect(calls).toEqual([...each, ...each]);
  expect([await store.get('ann'), await readdir(folder)]).toEqual(['two', ['secrets.json']]);
});
