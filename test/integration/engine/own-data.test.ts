import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebItem, type WebUser, webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A root around Tandem's own data, as with a linked home folder, which is known by another path. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
/** Known once the device has a folder; nothing is looked at before. */
const ownPlaces: string[] = [];
const OWN = '.local/share/tandem';
const SECRET = `${OWN}/client/secrets.json`;

beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({ ...parts, settings: { ...parts.settings, ownPlaces } }),
  });
  const home = join(dirname(a.path), 'home');
  await symlink(a.path, home);
  ownPlaces.splice(0, 2, join(home, OWN, 'client'), join(home, OWN, 'service'));
  await a.write(SECRET, 'secret');
  await a.write('.local/share/notes.txt', 'mine');
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

async function there(path: string): Promise<WebItem> {
  let at: WebItem | undefined;
  for (const name of path.split('/')) at = await web.find(at?.id ?? '0', name);
  if (at === undefined) throw new Error(`the service has no ${path}`);
  return at;
}
const namesIn = async (path: string) => (await web.items((await there(path)).id)).map(({ name }) => name).toSorted();

test("[P58] nothing of Tandem's own data goes up while Tandem writes there", async () => {
  a.engine.start();
  await eventually('in sync', async () => a.engine.status().state === 'in_sync');
  await mkdir(a.at(`${OWN}/service/blobs`), { recursive: true });
  for (const n of [1, 2, 3]) {
    await a.write(`${OWN}/service/blobs/${n}`, 'a blob');
    await writeFile(a.at(SECRET), `secret ${n}`);
    await a.write(`.local/share/notes ${n}.txt`, 'mine');
    await eventually('up', async () => (await namesIn('.local/share')).includes(`notes ${n}.txt`));
  }
  await eventually('in sync', async () => a.engine.status().state === 'in_sync');
  expect(await namesIn(OWN)).toEqual([]);
  expect(JSON.stringify(await a.engine.why({ path: a.at(SECRET) }))).toContain('"state_folder"');
});

test("[P58] an item of the service at the place of Tandem's own data stays there", async () => {
  await a.once();
  const client = await web.createFolder((await there(OWN)).id, 'client');
  await web.upload(client.id, 'secrets.json', 'not theirs');
  expect(await a.once()).toMatchObject({ state: 'in_sync', downloaded: 0 });
  expect(await a.read(SECRET)).toBe('secret');
});

test("[P58] a folder around Tandem's own data that is deleted on the service stays with it", async () => {
  await a.once();
  await web.trash(await there('.local'));
  await a.once();
  expect(await a.read('.local/share/notes.txt')).toBeNull();
  expect(await a.read(SECRET)).toBe('secret');
});
