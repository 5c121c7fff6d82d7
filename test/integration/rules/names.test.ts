import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DiskTraits } from '../../../main/engine/ports/file-system.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { readTree } from '../../support/files/disk-tree.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/**
 * Names that only some disks hold, through the whole engine: one folder on a disk with the manners of Windows, one on a
 * disk like this one, against the real service. Only what the disk says of itself is not true.
 */
const WINDOWS: DiskTraits = { platform: 'windows', caseSensitive: false, nameLimit: { length: 255, unit: 'utf16' } };

let service: TestService;
let web: WebUser;
let windows: EngineDevice;
let linux: EngineDevice;

beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  windows = await openEngineDevice({
    name: 'windows',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({
      ...parts,
      fileSystem: { ...parts.fileSystem, traits: () => Promise.resolve(WINDOWS) },
    }),
  });
  linux = await openEngineDevice({ name: 'linux', addresses: service, token: service.person.token });
});
afterEach(async () => {
  await windows.close();
  await linux.close();
  await service.stop();
});

const namesOf = async (device: EngineDevice): Promise<readonly string[]> => [...(await readTree(device.path)).keys()];
const everywhere = async (): Promise<void> => {
  for (const device of [windows, linux, windows, linux]) await device.once();
};

test('[P35][E33] names that Windows refuses come down under an alias, and are as they were on every other disk', async () => {
  for (const name of ['a:b.txt', 'CON.txt', 'what?/in.', 'what?/fine']) await linux.write(name, name);
  await linux.once();
  const report = await windows.once();
  expect(report).toMatchObject({ state: 'in_sync', downloaded: 4, blocked: [] });
  expect(await namesOf(windows)).toEqual([
    'a\uff1ab.txt',
    'what\uff1f',
    'what\uff1f/fine',
    'what\uff1f/in\uff0e',
    '\uff23ON.txt',
  ]);
  expect(await windows.once()).toMatchObject({ state: 'in_sync', downloaded: 0, uploaded: 0, moved: 0 });
  expect(report.aliases).toContainEqual({
    path: '\uff23ON.txt',
    remote_name: 'CON.txt',
    reason: {
      code: 'alias',
      args: { remoteName: 'CON.txt', localName: '\uff23ON.txt', fault: 'reserved', limit: 255, unit: 'characters' },
    },
  });
  const why = await windows.engine.why({ path: windows.at('a\uff1ab.txt') });
  expect(why).toMatchObject({ ok: true, value: { status: 'synced', alias: { remoteName: 'a:b.txt' } } });
});

test('[P36][E33] an edit and a move under the alias keep the name there; a rename takes the new one', async () => {
  await linux.write('a:b.txt', 'one');
  await linux.write('sub/x', 'x');
  await everywhere();
  await windows.write('a\uff1ab.txt', 'two');
  await everywhere();
  expect(await linux.read('a:b.txt')).toBe('two');
  await rename(windows.at('a\uff1ab.txt'), windows.at('sub/a\uff1ab.txt'));
  await everywhere();
  expect(await namesOf(linux)).toEqual(['sub', 'sub/a:b.txt', 'sub/x']);
  await rename(windows.at('sub/a\uff1ab.txt'), windows.at('plain.txt'));
  await everywhere();
  expect(await namesOf(linux)).toEqual(['plain.txt', 'sub', 'sub/x']);
  expect(await linux.read('plain.txt')).toBe('two');
  await rename(linux.at('plain.txt'), linux.at('c|d'));
  await everywhere();
  expect(await namesOf(windows)).toEqual(['c\uff5cd', 'sub', 'sub/x']);
});

test('[P37][E33][E115] a computer that lost its state finds its aliases again, transfers nothing and doubles nothing', async () => {
  for (const name of ['a:b.txt', 'CON', 'dir*/in|side', `${'x'.repeat(200)}?`]) await linux.write(name, name);
  await everywhere();
  const [here, there] = [await readTree(windows.path), await readTree(linux.path)];
  await windows.loseState();
  expect(await windows.once()).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0, conflicts: 0 });
  await everywhere();
  expect([await readTree(windows.path), await readTree(linux.path)]).toEqual([here, there]);
});

test('[P35][E36] a name of 255 characters that is too long for this disk is cut here and whole there', async () => {
  const name = `${'\u00e9'.repeat(250)}.txt`;
  await web.upload('0', name, 'long');
  expect(await linux.once()).toMatchObject({ state: 'in_sync', blocked: [] });
  const [cut = ''] = await namesOf(linux);
  expect(cut).toMatch(/^\u00e9{122}~[0-9a-z]{6}\.txt$/);
  await linux.write(cut, 'edited');
  await linux.once();
  expect((await web.items('0')).map((item) => item.name)).toEqual([name]);
});

test('[P25][E32] both Unicode forms of one name on a disk that tells them apart: one is synced, one is blocked', async () => {
  await linux.write('caf\u00e9', 'composed');
  await linux.once();
  await linux.write('cafe\u0301', 'decomposed');
  const report = await linux.once();
  expect(report.blocked).toMatchObject([{ path: 'cafe\u0301', reason: 'name_taken_by_sibling' }]);
  expect(await linux.read('cafe\u0301')).toBe('decomposed');
  expect((await web.items('0')).map((item) => item.name)).toEqual(['caf\u00e9']);
});
