import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileSecretStore } from '../../../../../main/account/secrets/file-secret-store.ts';
import { findSecretStore } from '../../../../../main/account/secrets/find-secret-store.ts';
import type { Keyring } from '../../../../../main/account/secrets/keyring-secret-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function memoryKeyring(): Keyring & { readonly held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    getPassword: async (_service, account) => held.get(account) ?? null,
    setPassword: async (_service, account, password) => void held.set(account, password),
    deletePassword: async (_service, account) => held.delete(account),
  };
}

describe('secrets in a file', () => {
  test('are read back, replaced and deleted, each account for itself', async () => {
    const store = fileSecretStore(join(folder, 'deep', 'secrets.json'));
    expect(await store.get('ann')).toBeNull();
    await store.set('ann', 'one');
    await store.set('bob', 'two');
    await store.set('ann', 'three');
    await store.delete('bob');
    expect([await store.get('ann'), await store.get('bob')]).toEqual(['three', null]);
  });

  test('only their owner can read them', async () => {
    const path = join(folder, 'secrets.json');
    await fileSecretStore(path).set('ann', 'one');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

describe('the place of secrets', () => {
  test('hides no secret while it is the file, whatever the keyring does', async () => {
    const none = () => Promise.reject(new Error('no library'));
    const store = await findSecretStore(folder, none);
    await store.set('ann', 'one');
    await store.delete('ann');
    expect([await store.get('ann'), store.isRefused()]).toEqual([null, false]);
  });

  test('is the keyring where one answers', async () => {
    const keyring = memoryKeyring();
    const store = await findSecretStore(folder, async () => keyring);
    await store.set('ann', 'one');
    expect(keyring.held.get('ann')).toBe('one');
    expect(store.place).toBe('the system keyring');
  });

  test('is a file, named to the person, where the keyring is missing or locked', async () => {
    const locked: Keyring = { ...memoryKeyring(), getPassword: () => Promise.reject(new Error('locked collection')) };
    for (const load of [async () => locked, () => Promise.reject(new Error('no library'))]) {
      const store = await findSecretStore(folder, load);
      await store.set('ann', 'one');
      expect(store.place).toContain(join(folder, 'secrets.json'));
      expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toContain('one');
    }
  });
});

test('a secret that a readable keyring refuses is kept in the file, which is named, and comes before an older one', async () => {
  const keyring = memoryKeyring();
  await keyring.setPassword('tandem', 'ann', 'before');
  // Linux without a default collection, and Windows for more than 2,560 bytes: only writing fails.
  const full: Keyring = { ...keyring, setPassword: () => Promise.reject(new Error('no collection')) };
  const store = await findSecretStore(folder, async () => full);
  await store.set('ann', 'one');
  const file = `the file ${join(folder, 'secrets.json')} that only you can read`;
  expect([await store.get('ann'), store.place]).toEqual(['one', file]);
  const later = await findSecretStore(folder, async () => full);
  expect([await later.get('ann'), later.place]).toEqual(['one', file]);
  await store.delete('ann');
  expect([await store.get('ann'), keyring.held.size]).toEqual([null, 0]);
});

test('a keyring that refuses to delete keeps nothing from the sign-out where it holds nothing', async () => {
  const refuse = () => Promise.reject(new Error('locked collection'));
  const empty: Keyring = { getPassword: async () => null, setPassword: refuse, deletePassword: refuse };
  const store = await findSecretStore(folder, async () => empty);
  await store.set('ann', 'one');
  await store.delete('ann');
  expect(await store.get('ann')).toBeNull();
  const holding = await findSecretStore(folder, async () => ({ ...empty, getPassword: async () => 'held' }));
  await expect(holding.delete('ann')).rejects.toThrow('locked collection');
});

test('a sign-in that was kept in the file while the keyring was locked is found when the keyring works again', async () => {
  const keyring = memoryKeyring();
  await (await findSecretStore(folder, async () => keyring)).set('ann', 'before');
  const locked: Keyring = { ...keyring, getPassword: () => Promise.reject(new Error('locked collection')) };
  const duringLock = await findSecretStore(folder, async () => locked);
  await duringLock.set('ann', 'newer');
  const after = await findSecretStore(folder, async () => keyring);
  expect([await after.get('ann'), after.place]).toEqual([
    'newer',
    `the file ${join(folder, 'secrets.json')} that only you can read`,
  ]);
  // The sign-out leaves no secret behind, and the next sign-in goes to the keyring.
  await after.delete('ann');
  expect(keyring.held.size).toBe(0);
  expect((await findSecretStore(folder, async () => keyring)).place).toBe('the system keyring');
});

test('a store that was found while the keyring was locked finds what a later one keeps in the unlocked keyring', async () => {
  const keyring = memoryKeyring();
  const locked: Keyring = { ...keyring, getPassword: () => Promise.reject(new Error('locked collection')) };
  let current = locked;
  const early = await findSecretStore(folder, async () => current);
  expect(await early.get('ann')).toBeNull();
  current = keyring;
  await (await findSecretStore(folder, async () => keyring)).set('ann', 'new sign-in');
  early.askAgain();
  expect(await early.get('ann')).toBe('new sign-in');
  await early.set('ann', 'renewed');
  expect(await (await findSecretStore(folder, async () => keyring)).get('ann')).toBe('renewed');
});

test('a store that was found while the keyring worked finds what a later one keeps in the file, and replaces it there', async () => {
  const keyring = memoryKeyring();
  const early = await findSecretStore(folder, async () => keyring);
  await early.set('ann', 'before');
  const locked: Keyring = { ...keyring, getPassword: () => Promise.reject(new Error('locked collection')) };
  await (await findSecretStore(folder, async () => locked)).set('ann', 'new sign-in');
  expect(await early.get('ann')).toBe('new sign-in');
  await early.set('ann', 'renewed');
  expect(await (await findSecretStore(folder, async () => keyring)).get('ann')).toBe('renewed');
  await early.delete('ann');
  expect([await early.get('ann'), keyring.held.size]).toEqual([null, 0]);
});

describe('a keyring that answers, but refuses to hand out a secret', () => {
  let isDenied: boolean;
  let nowMs: number;
  let reads: number;
  const find = async () => {
    const keyring = memoryKeyring();
    await keyring.setPassword('tandem', 'ann', 'one');
    const denying: Keyring = {
      ...keyring,
      getPassword: async (service, account) => {
        if (account !== 'ann') return keyring.getPassword(service, account);
        reads += 1;
        if (isDenied) throw new Error('User canceled the operation.');
        return keyring.getPassword(service, account);
      },
    };
    return {
      keyring,
      store: await findSecretStore(
        folder,
        async () => denying,
        () => nowMs,
      ),
    };
  };
  beforeEach(() => {
    isDenied = true;
    nowMs = 0;
    reads = 0;
  });

  test('counts as empty, says so, and keeps the secret', async () => {
    const { keyring, store } = await find();
    expect([await store.get('ann'), store.isRefused()]).toEqual([null, true]);
    await store.delete('ann');
    expect(keyring.held.get('ann')).toBe('one');
  });

  test('is asked less and less often, because each read may open a prompt', async () => {
    const { store } = await find();
    const readsWithin = async (minutes: number): Promise<number> => {
      const before = reads;
      for (let second = 0; second < minutes * 60; second++) {
        nowMs += 1_000;
        await store.get('ann');
      }
      return reads - before;
    };
    await store.get('ann');
    expect([await readsWithin(3), await readsWithin(4), await readsWithin(8), await readsWithin(600)]).toEqual([
      2, 1, 1, 11,
    ]);
  });

  test('hands it out as soon as the person asks again', async () => {
    const { store } = await find();
    await store.get('ann');
    isDenied = false;
    expect(await store.get('ann')).toBeNull();
    store.askAgain();
    expect([await store.get('ann'), store.isRefused()]).toEqual(['one', false]);
  });
});

test('a damaged file of secrets is named, with the way out', async () => {
  const path = join(folder, 'secrets.json');
  await writeFile(path, '{');
  const damaged = { code: 'damaged_file', message: `The file "${path}" is damaged.` };
  await expect(fileSecretStore(path).get('a')).rejects.toMatchObject(damaged);
  await expect(fileSecretStore(path).set('a', 'b')).rejects.toMatchObject(damaged);
});
