import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Remote } from '../../../main/engine/ports/remote/remote.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { createForwardClock, type ForwardClock } from '../../support/engine/forward-clock.ts';
import { type WebItem, type WebUser, webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A client that never hears of some changes, by a clock that the test sets forward. */
let service: TestService;
let web: WebUser;
let device: EngineDevice;
let time: ForwardClock;
/** Names of items whose events get lost. */
let lost: Set<string>;
/** The folders that were listed. */
let listed: string[];

function changed(parts: EngineParts): EngineParts {
  time = createForwardClock(parts.clock);
  const changes: Remote['changes'] = async (...asked) => {
    const page = await parts.remote.changes(...asked);
    return page.ok ? { ...page, changes: page.changes.filter(({ entry }) => !lost.has(entry.name)) } : page;
  };
  const list: Remote['list'] = (folder, signal) => {
    listed.push(folder);
    return parts.remote.list(folder, signal);
  };
  return { ...parts, clock: time.clock, remote: { ...parts.remote, changes, list } };
}

beforeEach(async () => {
  [lost, listed] = [new Set(), []];
  service = await startTestService();
  web = webUser(service, service.person.token);
  device = await openEngineDevice({ name: 'a', addresses: service, token: service.person.token, change: changed });
});
afterEach(async () => {
  await device.close();
  await service.stop();
  expect(device.errors).toEqual([]);
});

async function itemAt(parent: string, name: string): Promise<WebItem> {
  const item = await web.find(parent, name);
  if (item === undefined) throw new Error(`${name} is not on the service`);
  return item;
}

const atRest = () => eventually('in sync', async () => device.engine.status().state === 'in_sync');
/** Time goes on until it has come about, in steps that are no sleep of the computer. */
const inTime = (what: string, isSo: () => Promise<boolean>) =>
  eventually(what, async () => {
    time.advance(15_000);
    await atRest();
    return isSo();
  });

test('[P60] what no event told arrives: a file, a folder with its contents, another name, other contents', async () => {
  for (const name of ['named.txt', 'edited.txt']) await device.write(name, name);
  device.engine.start();
  await atRest();
  await eventually('all is there', async () => (await web.items('0')).length === 2);
  const [named, edited] = [await itemAt('0', 'named.txt'), await itemAt('0', 'edited.txt')];
  lost = new Set(['new.txt', 'Plans', 'inside.txt', 'renamed.txt', 'edited.txt']);
  await web.upload('0', 'new.txt', 'new');
  const folder = await web.createFolder('0', 'Plans');
  await web.upload(folder.id, 'inside.txt', 'inside');
  await web.update(named, { name: 'renamed.txt' });
  await web.replace(edited.id, 'edited.txt', 'edited there');
  await inTime('the new file is here', async () => (await device.read('new.txt')) === 'new');
  await inTime('the folder is here', async () => (await device.read('Plans/inside.txt')) === 'inside');
  await inTime('it has its new name', async () => (await device.read('renamed.txt')) === 'named.txt');
  await inTime('it has its new contents', async () => (await device.read('edited.txt')) === 'edited there');
  expect(await device.read('named.txt')).toBeNull();
});

test('[P60] a file that the service has no more, without an event, is uploaded again: nothing is deleted for it', async () => {
  for (const name of ['kept.txt', 'Plans/only copy.txt']) await device.write(name, name);
  device.engine.start();
  await atRest();
  const { id } = await itemAt('0', 'Plans');
  const item = await itemAt(id, 'only copy.txt');
  // What the service reported last is looked at more often.
  await web.upload('0', 'last.txt', 'last');
  await eventually('it is here', async () => (await device.read('last.txt')) === 'last');
  await atRest();
  lost.add('only copy.txt');
  await web.trash(item);
  await inTime('it is there again', async () => (await web.find(id, 'only copy.txt')) !== undefined);
  expect(await device.read('Plans/only copy.txt')).toBe('Plans/only copy.txt');
  expect((await web.items('0')).map(({ name }) => name).toSorted()).toEqual(['Plans', 'kept.txt', 'last.txt']);
});

test('[P60] an event that is late is no difference, and a small tree is listed seldom', async () => {
  await device.write('a.txt', 'a');
  device.engine.start();
  await atRest();
  listed = [];
  lost.add('late.txt');
  const late = await web.upload('0', 'late.txt', 'late');
  await inTime('it was listed', async () => listed.length === 1);
  lost.clear();
  await web.update(late, { name: 'told.txt' });
  await eventually('it is here', async () => (await device.read('told.txt')) === 'late');
  for (let seconds = 0; seconds < 9 * 60; seconds += 15) {
    time.advance(15_000);
    await atRest();
  }
  expect(listed).toHaveLength(1);
});
