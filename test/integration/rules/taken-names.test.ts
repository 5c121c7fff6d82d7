import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { link, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileSystem } from '../../../main/engine/ports/file-system.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Names that a person takes right before an item of the service comes down, on a disk that tells all names apart. */
let service: TestService;
let web: WebUser;
let device: EngineDevice;
/** Runs before the engine looks at a path. */
let beforeLook: (path: string) => void;
let listed: string[];
beforeEach(async () => {
  [beforeLook, listed] = [() => undefined, []];
  service = await startTestService();
  web = webUser(service, service.person.token);
  device = await openEngineDevice({
    name: 'laptop',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({ ...parts, fileSystem: observed(parts.fileSystem) }),
  });
});
afterEach(async () => {
  await device.close();
  await service.stop();
});

const observed = (disk: FileSystem): FileSystem => ({
  ...disk,
  stat: async (path) => {
    beforeLook(path);
    return disk.stat(path);
  },
  list: async (path) => {
    beforeLook(path);
    listed.push(path);
    return disk.list(path);
  },
});

const names = async (): Promise<string[]> => (await readdir(device.path)).filter((name) => name !== '.tandem').sort();

/** The first look at `doc.txt` runs `act`. After the second, the first look at its folder runs `then`. */
function onLooks(act: () => void, then: () => void = () => undefined): void {
  let looks = 0;
  beforeLook = (path) => {
    if (path === device.at('doc.txt')) {
      looks += 1;
      if (looks === 1) act();
    } else if (looks >= 2 && path === device.path) {
      beforeLook = () => undefined;
      then();
    }
  };
}

test('[P35] a file that makes room for a download between two looks gives it no alias', async () => {
  await web.upload('0', 'doc.txt', 'theirs');
  const rename = () => renameSync(device.at('doc.txt'), device.at('doc-old.txt'));
  onLooks(() => writeFileSync(device.at('doc.txt'), 'mine, old'), rename);
  expect((await device.once()).state).toBe('in_sync');
  expect(await names()).toEqual(['doc-old.txt', 'doc.txt']);
});

test('[P35] a known file that is renamed to the name of a download gives it no alias', async () => {
  await device.write('draft.txt', 'mine');
  await device.once();
  await web.upload('0', 'doc.txt', 'theirs');
  onLooks(() => renameSync(device.at('draft.txt'), device.at('doc.txt')));
  expect((await device.once()).state).toBe('in_sync');
  expect((await names()).filter((name) => name.includes('~'))).toEqual([]);
});

test('[P35] a second hard link under the name of a download gives it no alias', async () => {
  await device.write('draft.txt', 'mine');
  await device.once();
  await web.upload('0', 'doc.txt', 'theirs');
  await link(device.at('draft.txt'), join(device.path, '.tandem', 'link'));
  onLooks(() => renameSync(join(device.path, '.tandem', 'link'), device.at('doc.txt')));
  expect((await device.once()).state).toBe('in_sync');
  expect((await names()).filter((name) => name.includes('~'))).toEqual([]);
});

test.each([8, 40])(
  '[P35] %i files copied into a folder right before their download do not cost a listing each',
  async (count) => {
    const folder = await web.createFolder('0', 'pics');
    const pictures = Array.from({ length: count }, (_, number) => `photo-${number}.jpg`);
    for (const name of pictures) await web.upload(folder.id, name, name);
    let isCopied = false;
    beforeLook = (path) => {
      if (isCopied || dirname(path) !== device.at('pics')) return;
      isCopied = true;
      mkdirSync(device.at('pics'), { recursive: true });
      for (const name of pictures) writeFileSync(device.at(`pics/${name}`), name);
    };
    expect(await device.once()).toMatchObject({ state: 'in_sync' });
    expect(isCopied).toBe(true);
    expect(listed.filter((path) => path === device.at('pics')).length).toBeLessThanOrEqual(4);
  },
);
