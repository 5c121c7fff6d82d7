import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../main/api/api-client.ts';
import { createNodeClock } from '../../../main/engine/adapters/node-clock.ts';
import { createServiceRemote } from '../../../main/engine/adapters/service-remote.ts';
import { RemoteError } from '../../../main/engine/ports/remote/remote.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { connect } from '../../support/engine/service-remote.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Undo of a version with a service that ignores `If-Match` there, and gives the file the version's name. */
let service: TestService;
let web: WebUser;
let client: ApiClient;
let a: EngineDevice;
/** Runs once, right before a version is promoted. */
let beforePromote: (() => Promise<unknown>) | null;
/** Loses the next answer to a promotion. */
let losesAnswer: boolean;
beforeEach(async () => {
  beforePromote = null;
  losesAnswer = false;
  service = await startTestService();
  web = webUser(service, service.person.token);
  client = connect(service, service.person.token).client;
  const remote = createServiceRemote({ client: ignoringExtensions(client), clock: createNodeClock() });
  a = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({
      ...parts,
      remote: {
        ...remote,
        promote: async (...asked) => {
          await beforePromote?.();
          const answer = await remote.promote(...asked);
          if (losesAnswer) throw new RemoteError('offline', 'The answer was lost.');
          return answer;
        },
      },
    }),
  });
  await a.write('a.txt', 'one');
  await a.once();
});
afterEach(async () => {
  await a.close();
  await client.close();
  await service.stop();
});

const ignoringExtensions = (own: ApiClient): ApiClient => ({
  ...own,
  call: (operation, request, options) => {
    if (operation.name !== 'promoteVersion') return own.call(operation, request, options);
    const { id } = (request as { body: { id: string } }).body;
    return own.call(operation, { ...request, headers: {}, body: { id } }, options);
  },
});
const undoVersion = () => {
  const [entry] = a.store.journal.query({ kinds: ['upload-version'], limit: 1 });
  return a.engine.acts.undo({ id: entry?.id ?? -1 });
};
const there = async () => {
  const [item] = await web.items('0');
  return { name: item?.name, content: (await web.read(item?.id ?? '')).toString() };
};
async function renamedAndEdited(): Promise<void> {
  const item = await web.find('0', 'a.txt');
  if (item === undefined) throw new Error('a.txt is not on the service');
  await web.update(item, { name: 'b.txt' });
  await a.once();
  await a.write('b.txt', 'two');
  await a.once();
}

test('[P50] an edit that was made there at that moment is current again, and the undo is refused', async () => {
  await a.write('a.txt', 'two');
  await a.once();
  const item = await web.find('0', 'a.txt');
  beforePromote = () => web.replace(item?.id ?? '', 'a.txt', 'edited there');
  expect(await undoVersion()).toMatchObject({ ok: false, error: { code: 'changed_since' } });
  expect(await there()).toEqual({ name: 'a.txt', content: 'edited there' });
  await a.once();
  expect(await a.read('a.txt')).toBe('edited there');
});

test('[P50] the file keeps its name on both sides, although the version brings an older one', async () => {
  await renamedAndEdited();
  expect(await undoVersion()).toMatchObject({ ok: true });
  expect(await a.once()).toMatchObject({ state: 'in_sync', conflicts: 0 });
  expect(await there()).toEqual({ name: 'b.txt', content: 'one' });
  expect(await a.read('b.txt')).toBe('one');
});

test('[P50] the file keeps its name even if the answer is lost', async () => {
  await renamedAndEdited();
  losesAnswer = true;
  expect(await undoVersion()).toMatchObject({ ok: false, error: { code: 'offline' } });
  expect(await a.once()).toMatchObject({ state: 'in_sync', conflicts: 0 });
  expect(await there()).toEqual({ name: 'b.txt', content: 'one' });
  expect(await a.read('b.txt')).toBe('one');
});

test('[P50] a request that never arrives leaves the name as it is, and a later rename is sent', async () => {
  await renamedAndEdited();
  beforePromote = () => Promise.reject(new RemoteError('offline', 'The connection is cut.'));
  expect(await undoVersion()).toMatchObject({ ok: false, error: { code: 'offline' } });
  expect(await a.once()).toMatchObject({ state: 'in_sync' });
  await rename(a.at('b.txt'), a.at('c.txt'));
  expect(await a.once()).toMatchObject({ state: 'in_sync', moved: 1 });
  expect(await there()).toEqual({ name: 'c.txt', content: 'two' });
});

test('[P50] a rename right after a request that never arrived is sent', async () => {
  await renamedAndEdited();
  beforePromote = () => Promise.reject(new RemoteError('unavailable', 'The service is restarting.'));
  expect(await undoVersion()).toMatchObject({ ok: false });
  await rename(a.at('b.txt'), a.at('c.txt'));
  expect(await a.once()).toMatchObject({ state: 'in_sync', moved: 1 });
  expect(await there()).toEqual({ name: 'c.txt', content: 'two' });
  expect(await a.read('c.txt')).toBe('two');
});

test('[P50] an older name that another item has refuses the undo, and changes nothing', async () => {
  await renamedAndEdited();
  await web.upload('0', 'a.txt', 'another');
  await a.once();
  expect(await undoVersion()).toMatchObject({ ok: false, error: { code: 'name_taken' } });
  expect(await a.once()).toMatchObject({ state: 'in_sync', conflicts: 0 });
  expect([await a.read('a.txt'), await a.read('b.txt')]).toEqual(['another', 'two']);
});
