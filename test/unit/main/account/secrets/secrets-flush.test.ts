import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileSecretStore } from '../../../../../main/account/secrets/file-secret-store.ts';

/** A refresh token works once: the next one has to survive a power cut, and so have the other secrets beside it. */
const calls = vi.hoisted((): string[] => []);

/** Errors of the next flushes. */
const refusals = vi.hoisted((): Error[] => []);

vi.mock(import('node:fs'), async (importOriginal) => {
  const disk = await importOriginal();
  const paths = new Map<number, string>();
  const openSync: typeof disk.openSync = (path, ...flags) => {
    const file = disk.openSync(path, ...flags);
    paths.set(file, String(path));
    return file;
  };
  const fsyncSync: typeof disk.fsyncSync = (file) => {
    const refusal = refusals.pop();
    if (refusal !== undefined) throw refusal;
    calls.push(`flush ${kindOf(paths.get(file))}`);
    disk.fsyncSync(file);
  };
  const renameSync: typeof disk.renameSync = (from, to) => {
    calls.push(`rename ${kindOf(from)} to ${kindOf(to)}`);
    disk.renameSync(from, to);
  };
  return { ...disk, openSync, fsyncSync, renameSync };
});
const kindOf = (path: unknown): string => {
  if (path === folder) return 'folder';
  return basename(String(path)) === 'secrets.json' ? 'secrets' : 'new';
};

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

test('a full disk leaves the former secrets and no copy of the new ones', async () => {
  const store = fileSecretStore(join(folder, 'secrets.json'));
  await store.set('ann', 'one');
  for (let times = 0; times < 3; times += 1) {
    refusals.push(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    await expect(store.set('ann', 'two')).rejects.toThrow('no space left');
  }
  expect([await store.get('ann'), await readdir(folder)]).toEqual(['one', ['secrets.json']]);
});

test('what earlier versions left of secrets goes with the next change', async () => {
  const store = fileSecretStore(join(folder, 'secrets.json'));
  await store.set('ann', 'one');
  await writeFile(join(folder, 'secrets.json.0123456789ab'), '{"ann":"one"}');
  await store.delete('ann');
  expect(await readdir(folder)).toEqual(['secrets.json']);
});
