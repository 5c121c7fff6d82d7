import { rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebItem, type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** The item changes on the service between the last look of a command and its request: the request is refused, and the change stays. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
/** Runs once, as soon as the command has read what it is about to change. */
let meanwhile: (() => Promise<unknown>) | null;

const interrupted = async <Value>(read: Promise<Value>): Promise<Value> => {
  const value = await read;
  const act = meanwhile;
  meanwhile = null;
  await act?.();
  return value;
};
const withRace = (parts: EngineParts): EngineParts => ({
  ...parts,
  remote: {
    ...parts.remote,
    item: (...asked) => interrupted(parts.remote.item(...asked)),
    promote: (...asked) => interrupted(parts.remote.promote(...asked)),
  },
  fileSystem: {
    ...parts.fileSystem,
    traits: async (path) => ({
      ...(await parts.fileSystem.traits(path)),
      nameLimit: { length: 6, unit: 'utf8' },
    }),
  },
});
beforeEach(async () => {
  meanwhile = null;
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({ name: 'a', addresses: service, token: service.person.token, change: withRace });
  await a.write('a.txt', 'of a');
  await a.once();
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

const there = async (name: string): Promise<WebItem> => {
  const item = await web.find('0', name);
  if (item === undefined) throw new Error(`${name} is not on the service`);
  return item;
};
const undo = (kind: string) => {
  const [entry] = a.store.journal.query({ kinds: [kind], limit: 1 });
  return a.engine.acts.undo({ id: entry?.id ?? -1 });
};
const touch = (item: WebItem) => () => web.update(item, { description: 'changed meanwhile' });
const stale = { ok: false, error: { code: 'changed_since' } };

test('[P50] the undo of a move leaves an item where it is', async () => {
  await rename(a.at('a.txt'), a.at('b.txt'));
  await a.once();
  const item = await there('b.txt');
  meanwhile = touch(item);
  expect(await undo('move-remote')).toMatchObject(stale);
  expect((await there('b.txt')).id).toBe(item.id);
});

test('[P50] the undo of a restore keeps an item', async () => {
  const item = await there('a.txt');
  await rm(a.at('a.txt'));
  await a.once();
  await undo('trash-remote');
  await a.once();
  meanwhile = touch(item);
  expect(await undo('restore-remote')).toMatchObject(stale);
  expect((await there('a.txt')).id).toBe(item.id);
});

test('[P50] the undo of a new version keeps the name that the item got, and an older one it does not bring back', async () => {
  const item = await there('a.txt');
  await web.update(item, { name: 'b.txt' });
  await a.once();
  await a.write('b.txt', 'edited');
  await a.once();
  meanwhile = async () => undefined;
  expect(await undo('upload-version')).toMatchObject({ ok: true });
  expect((await web.items('0')).map(({ name }) => name)).toEqual(['b.txt']);
  await a.once();

  await a.write('b.txt', 'edited again');
  await a.once();
  meanwhile = async () => {
    meanwhile = () => web.update(item, { name: 'c.txt' });
  };
  expect(await undo('upload-version')).toMatchObject({ ok: true });
  expect((await web.items('0')).map(({ name }) => name)).toEqual(['c.txt']);
});

test('[P47] a rename that ends a problem leaves an item as it is', async () => {
  const item = await web.upload('0', 'longer.txt', 'of the service');
  expect((await a.once()).blocked).toMatchObject([{ reason: 'name_too_long' }]);
  const shorter = () => a.engine.acts.rename({ path: a.at('longer.txt'), name: 'longer' });
  meanwhile = touch(item);
  expect(await shorter()).toMatchObject(stale);
  await web.update(item, { name: 'named' });
  expect(await shorter()).toMatchObject(stale);
  expect((await there('named')).id).toBe(item.id);
});
