import { readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../../contract/rules/limits.ts';
import { createTransfers } from '../../../main/engine/execute/transfer/queue.ts';
import { type FileSystem, FileSystemError } from '../../../main/engine/ports/file-system.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A real folder on a disk that folds names fully, as APFS does (`ß` is `ss`), and knows the characters of its Unicode version only. */
let service: TestService;
let web: WebUser;
let device: EngineDevice;
beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  device = await openEngineDevice({
    name: 'mac',
    addresses: service,
    token: service.person.token,
    change: onFoldingDisk,
  });
});
afterEach(async () => {
  await device.close();
  await service.stop();
});

const UNKNOWN = '\u{1fae9}';
const fold = (name: string): string => name.normalize('NFD').toUpperCase();

/** The name that is stored for it in its folder; null: none. */
function storedName(path: string): string | null {
  try {
    return readdirSync(dirname(path)).find((name) => fold(name) === fold(basename(path))) ?? null;
  } catch {
    return null;
  }
}

function stored(path: string): string {
  const name = storedName(path);
  return name === null ? path : join(dirname(path), name);
}

async function assertKnown(path: string): Promise<string> {
  if (!path.includes(UNKNOWN)) return path;
  throw new FileSystemError('name_refused', path, `the disk does not know a character of ${path}`);
}

async function assertFree(path: string, except: string | null = null): Promise<string> {
  const holder = storedName(await assertKnown(path));
  if (holder === null || holder === except) return path;
  throw new FileSystemError('exists', path, `${path} is taken`);
}

const folding = (disk: FileSystem): FileSystem => ({
  ...disk,
  stat: async (path) => disk.stat(stored(await assertKnown(path))),
  createFolder: async (path) => disk.createFolder(await assertFree(path)),
  move: async (from, to) => {
    const isInPlace = dirname(from) === dirname(to);
    return disk.move(stored(from), await assertFree(to, isInPlace ? storedName(from) : null));
  },
  install: async (root, stagingName, target, expect) =>
    disk.install(root, stagingName, expect === null ? await assertFree(target) : stored(target), expect),
  traits: async (root) => ({ ...(await disk.traits(root)), caseSensitive: false }),
});

function onFoldingDisk(parts: EngineParts): EngineParts {
  const { remote, store, clock, random } = parts;
  const fileSystem = folding(parts.fileSystem);
  const settings = { sessionFromBytes: limits.uploadSessionMinBytes, reserveBytes: 0 };
  const transfers = createTransfers({ fileSystem, remote, records: store.transfers, clock, random, settings });
  return { ...parts, fileSystem, transfers };
}

const here = async (): Promise<string[]> => (await readdir(device.path)).filter((name) => name !== '.tandem').sort();
const there = async (): Promise<string[]> => (await web.items('0')).map(({ name }) => name).sort();

test('[P35][E31] a file and a folder that the disk takes for a sibling have an alias, and keep it after the state is lost', async () => {
  await web.upload('0', 'Strasse.txt', 'one');
  await web.createFolder('0', 'Masse');
  expect((await device.once()).state).toBe('in_sync');
  await web.upload('0', 'Straße.txt', 'two');
  const folder = await web.createFolder('0', 'Maße');
  await web.upload(folder.id, 'in.txt', 'in');
  expect(await device.once()).toMatchObject({ state: 'in_sync', blocked: [] });
  const names = await here();
  const aliases = names.filter((name) => /^(Maße~\w{6}|Straße~\w{6}\.txt)$/.test(name));
  expect(aliases).toHaveLength(2);
  expect(names).toEqual(['Masse', 'Strasse.txt', ...aliases].sort());
  expect(await device.read(aliases.find((name) => name.endsWith('.txt')) ?? '')).toBe('two');
  const before = await there();
  expect(before).toEqual(['Masse', 'Maße', 'Strasse.txt', 'Straße.txt']);
  await device.loseState();
  expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0, blocked: [] });
  expect([await here(), await there()]).toEqual([names, before]);
});

test('[P35] an item renamed on the service to what the disk takes for a sibling has an alias', async () => {
  await web.upload('0', 'Strasse.txt', 'one');
  const other = await web.upload('0', 'other.txt', 'two');
  await device.once();
  await web.update(other, { name: 'Straße.txt' });
  expect(await device.once()).toMatchObject({ state: 'in_sync', blocked: [] });
  expect(await here()).toEqual(['Strasse.txt', expect.stringMatching(/^Straße~\w{6}\.txt$/)]);
  expect(await there()).toEqual(['Strasse.txt', 'Straße.txt']);
});

test('[P35] a name with a character that the disk does not know has an alias without it', async () => {
  await web.upload('0', `tired ${UNKNOWN}.txt`, 'yawn');
  await web.createFolder('0', UNKNOWN);
  expect(await device.once()).toMatchObject({ state: 'in_sync', blocked: [] });
  expect(await here()).toEqual([expect.stringMatching(/^_~\w{6}$/), expect.stringMatching(/^tired _~\w{6}\.txt$/)]);
  expect(await there()).toEqual([`tired ${UNKNOWN}.txt`, UNKNOWN].sort());
});
