import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lookAt } from '../../../../../main/commands/sync/folders.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-folders-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('a folder that does not exist yet is new, and shows the free space of its disk', async () => {
  const look = await lookAt('~/deep/down/Tandem', home);
  expect(look).toMatchObject({ path: join(home, 'deep/down/Tandem'), state: 'new', problem: null });
  expect(look.freeBytes).toBeGreaterThan(0);
});

test('one that is there is empty, or in use by so many things', async () => {
  await mkdir(join(home, 'empty'));
  await mkdir(join(home, 'used'));
  await writeFile(join(home, 'used', 'one.txt'), 'one');
  await mkdir(join(home, 'used', 'two'));
  expect(await lookAt(join(home, 'empty'), home)).toMatchObject({ state: 'empty', entries: 0 });
  expect(await lookAt(join(home, 'used'), home)).toMatchObject({ state: 'in_use', entries: 2 });
});

test('a folder that cannot be synced is refused with a reason', async () => {
  await writeFile(join(home, 'file.txt'), 'a file');
  const codeOf = async (path: string) => (await lookAt(path, home)).problem?.code;
  expect(await codeOf('')).toBe('not_absolute');
  expect(await codeOf('Tandem')).toBe('not_absolute');
  expect(await codeOf('/')).toBe('whole_disk');
  expect(await codeOf(join(home, 'file.txt'))).toBe('not_a_folder');
  expect(await codeOf(join(home, 'file.txt', 'inside'))).toBe('not_a_folder');
});

test("a folder in Tandem's own data is refused, by whatever way; one around it is not", async () => {
  const own = join(home, 'data', 'client');
  await mkdir(own, { recursive: true });
  await symlink(join(home, 'data'), join(home, 'link'));
  const look = (path: string) => lookAt(join(home, path), home, [own]);
  for (const path of ['data/client', 'data/client/new', 'link/client']) {
    const args = { path: join(home, path), other: own };
    expect((await look(path)).problem?.message).toEqual({ code: 'own_data_folder', args });
  }
  expect(await look('data')).toMatchObject({ state: 'in_use', problem: null });
});

test('folders are proposed for the typed text, without files and hidden folders', async () => {
  for (const name of ['Tandem', 'tango', 'Other', '.config']) await mkdir(join(home, name));
  await writeFile(join(home, 'tan.txt'), 'a file');
  const proposed = async (path: string) =>
    (await lookAt(path, home)).proposals.map((one) => one.slice(home.length + 1));
  expect(await proposed(join(home, 'TAN'))).toEqual(['Tandem', 'tango']);
  expect(await proposed(`${home}/`)).toEqual(['Other', 'Tandem', 'tango']);
  expect(await proposed(join(home, '.c'))).toEqual(['.config']);
  expect(await proposed(join(home, 'nowhere', 'x'))).toEqual([]);
});
