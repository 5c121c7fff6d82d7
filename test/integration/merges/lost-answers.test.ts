import { mkdir, rename, rmdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RemoteError } from '../../../main/engine/ports/remote/remote.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Moves and new folders that the service carried out, without an answer. */
let service: TestService;
let web: WebUser;
let device: EngineDevice;
/** Runs once, when the service has carried out a move or created a folder; until its end the service reports nothing, and the answer is lost. */
let unanswered: (() => Promise<unknown>) | null;
let isSilent: boolean;

const lost = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  const later = unanswered;
  unanswered = null;
  isSilent = later !== null;
  const given = await ask();
  if (later === null) return given;
  await later();
  isSilent = false;
  throw new RemoteError('unavailable', { code: 'no_answer', args: { place: 'the service', errno: 'ECONNRESET' } });
};

const change = (parts: EngineParts): EngineParts => ({
  ...parts,
  remote: {
    ...parts.remote,
    createFolder: (...asked) => lost(() => parts.remote.createFolder(...asked)),
    move: (...asked) => lost(() => parts.remote.move(...asked)),
    changes: async (position, signal) =>
      isSilent
        ? { ok: true, changes: [], position, isEnd: true, invitations: false }
        : parts.remote.changes(position, signal),
  },
});

beforeEach(async () => {
  unanswered = null;
  isSilent = false;
  service = await startTestService();
  web = webUser(service, service.person.token);
  device = await openEngineDevice({ name: 'laptop', addresses: service, token: service.person.token, change });
});
afterEach(async () => {
  await device.close();
  await service.stop();
});

const there = async () => (await web.items('0')).map(({ id, name }) => ({ id, name }));
const kinds = () => device.store.journal.query({ limit: 20 }).map(({ kind }) => kind);
const isHere = (name: string): boolean =>
  device.store.roots().some(({ id }) => device.store.root(id).localAt(name) !== undefined);
const eventually = (what: () => unknown) => expect.poll(what, { timeout: 20_000 });
/** In the store, which a scan has brought up to date. */
const seen = (name: string) => eventually(() => isHere(name)).toBe(true);
const gone = (name: string) => eventually(() => isHere(name)).toBe(false);

test.each(['c', 'a'])(
  '[P85] a file renamed again, to %s, before the answer to its rename was lost gets that name',
  async (last) => {
    await device.write('a', 'mine');
    await device.once();
    const items = await there();
    await rename(device.at('a'), device.at('b'));
    unanswered = async () => {
      await rename(device.at('b'), device.at(last));
      await seen(last);
    };
    device.engine.start();
    await eventually(kinds).toEqual(['move-remote', 'move-remote', 'upload']);
    expect(await there()).toEqual(items.map(({ id }) => ({ id, name: last })));
    expect(await device.read(last)).toBe('mine');
  },
);

test('[P85] a folder deleted before the answer to its creation was lost does not come back', async () => {
  unanswered = async () => {
    await rmdir(device.at('d'));
    await gone('d');
  };
  device.engine.start();
  await mkdir(device.at('d'));
  await eventually(kinds).toEqual(['trash-remote', 'create-remote-folder']);
  expect(await there()).toEqual([]);
});

test('[P85] a folder renamed before the answer to its creation was lost is one folder, under its new name', async () => {
  let made: readonly string[] = [];
  unanswered = async () => {
    made = (await there()).map(({ id }) => id);
    await rename(device.at('d'), device.at('e'));
    await seen('e');
  };
  device.engine.start();
  await mkdir(device.at('d'));
  await eventually(kinds).toEqual(['move-remote', 'create-remote-folder']);
  expect(await there()).toEqual(made.map((id) => ({ id, name: 'e' })));
});
