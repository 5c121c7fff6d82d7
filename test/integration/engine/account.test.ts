import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Surroundings } from '../../../main/engine/ports/surroundings.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { deafWatcher, type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { movableClock } from '../../support/engine/forward-clock.ts';
import { type FaultyProxy, startFaultyProxy } from '../../support/lines/faulty-proxy.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** An account on a bad line, on a sleeping computer, on a full disk, with many roots: the engine recovers by itself. */
let service: TestService;
let proxy: FaultyProxy;
let web: WebUser;
let a: EngineDevice;

beforeEach(async () => {
  service = await startTestService();
  proxy = await startFaultyProxy(service);
  web = webUser(service, service.person.token);
});
afterEach(async () => {
  await a.close();
  await proxy.stop();
  await service.stop();
});

const open = async (change?: (parts: EngineParts) => EngineParts, remoteId = '0') => {
  const options = { name: 'a', addresses: proxy, token: service.person.token, remoteId };
  a = await openEngineDevice(change === undefined ? options : { ...options, change });
};
const inSync = () => eventually('in sync', async () => a.engine.status().state === 'in_sync', 60_000);
const state = () => a.engine.status().account.state;

/** A computer at home, and what the engine did to the line. */
function countingSurroundings() {
  const done = { dropped: 0, ended: 0 };
  const surroundings: Surroundings = {
    network: () => 'home',
    dropConnections: () => void (done.dropped += 1),
    endPause: () => void (done.ended += 1),
    signInMark: null,
    serviceFailure: () => null,
  };
  return { done, surroundings };
}

test('[P61][E89] twenty roots of an account share one long poll, and each event is read once', async () => {
  const folders = await Promise.all(Array.from({ length: 20 }, (_, index) => web.createFolder('0', `root ${index}`)));
  await open(undefined, folders[0]?.id);
  for (const { id, name } of folders.slice(1)) {
    await mkdir(join(dirname(a.path), name));
    expect((await a.engine.addRoot({ localPath: join(dirname(a.path), name), remoteId: id })).ok).toBe(true);
  }
  a.engine.start();
  await inSync();
  const polls = () => proxy.seen.filter(({ path }) => path.includes('/events/wait')).length;
  const reads = () =>
    proxy.seen.filter(({ method, path }) => method === 'GET' && path.startsWith('/2.0/events?')).length;
  await eventually('all wait', async () => polls() > 0);
  const [pollsBefore, readsBefore] = [polls(), reads()];
  await web.upload(folders[19]?.id ?? '', 'new.txt', 'new');
  await eventually('arrived', async () => a.engine.activity({ limit: 1, kinds: ['download'] }).entries.length === 1);
  await inSync();
  expect(polls() - pollsBefore).toBeLessThanOrEqual(4);
  expect(reads() - readsBefore).toBeLessThanOrEqual(8);
});

test('[P61] access granted or withdrawn through a group takes effect at once', async () => {
  const bob = await service.addPerson('bob@example.com', 'Bob');
  const [owned] = [await web.createFolder('0', 'shared')];
  await web.upload(owned.id, 'plan.txt', 'plan');
  const group = await web.call('POST', '/groups', { name: 'crew' });
  await web.call('POST', '/collaborations', {
    item: { type: 'folder', id: owned.id },
    accessible_by: { type: 'group', id: group.id },
    role: 'editor',
  });
  a = await openEngineDevice({ name: 'a', addresses: proxy, token: bob.token });
  a.engine.start();
  await inSync();
  const membership = await web.call('POST', '/group_memberships', { user: { id: bob.id }, group: { id: group.id } });
  await eventually('given', async () => (await a.read('shared/plan.txt')) === 'plan');
  await inSync();
  await web.call('DELETE', `/group_memberships/${membership.id}`);
  await eventually('taken', async () => (await a.read('shared/plan.txt')) === null);
  expect((await web.items(owned.id)).map(({ name }) => name)).toEqual(['plan.txt']);
  expect(a.errors).toEqual([]);
});

test('[P62] a paused root keeps observing but applies nothing, and a pause survives a restart', async () => {
  await open();
  a.engine.start();
  await inSync();
  a.engine.pause(a.engine.status().roots[0]?.id ?? -1, null);
  const file = await web.upload('0', 'there.txt', 'there');
  await a.write('here.txt', 'here');
  const root = () => a.store.root(a.store.roots()[0]?.id ?? (0 as never));
  await eventually('both are known', async () => {
    const isKnown = root().remote(file.id as never) !== undefined && root().localAt('here.txt') !== undefined;
    return isKnown && a.engine.status().roots[0]?.state === 'paused';
  });
  expect(await a.read('there.txt')).toBeNull();
  expect(await web.find('0', 'here.txt')).toBeUndefined();
  await a.restart();
  a.engine.start();
  await eventually('known again', async () => root().localAt('here.txt') !== undefined);
  expect(a.engine.status().roots[0]?.state).toBe('paused');
  expect(await a.read('there.txt')).toBeNull();
  a.engine.resume(a.engine.status().roots[0]?.id ?? -1);
  await inSync();
  expect(await a.read('there.txt')).toBe('there');
  expect(await web.find('0', 'here.txt')).toBeDefined();
});

test('[P62] resuming everything also ends the pause of a single root', async () => {
  await open();
  a.engine.pause(a.engine.status().roots[0]?.id ?? -1, null);
  expect(a.engine.status().state).toBe('paused');
  a.engine.resume(null);
  expect(a.engine.status().roots).toMatchObject([{ pausedUntilMs: null }]);
  expect(await a.once()).toMatchObject({ state: 'in_sync' });
});

describe('a bad line', () => {
  test('[E105] the page of a captive portal is no answer: offline, nothing is deleted, and sync resumes afterwards', async () => {
    await open();
    await a.write('one.txt', 'one');
    a.engine.start();
    await inSync();
    const page = {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<html>Please pay for the Wi-Fi</html>',
    };
    proxy.break({ times: 100_000, fault: { kind: 'answer', ...page } });
    await a.write('two.txt', 'two');
    await eventually('offline', async () => state() === 'offline');
    expect(a.engine.status().state).toBe('offline');
    proxy.mend();
    await inSync();
    expect((await web.items('0')).map(({ name }) => name).toSorted()).toEqual(['one.txt', 'two.txt']);
    expect(await a.read('one.txt')).toBe('one');
  });

  test('[P64][E105] a file that something on the way refuses waits alone, ever longer, and the account stays connected', async () => {
    await open();
    a.engine.start();
    await inSync();
    const page = { status: 403, headers: { 'content-type': 'text/html' }, body: '<html>Blocked by policy</html>' };
    proxy.break({ method: 'POST', path: /files\/content/, times: 100_000, fault: { kind: 'answer', ...page } });
    await a.write('refused.txt', 'refused');
    const reason = () => a.store.root(a.store.roots()[0]?.id ?? (0 as never)).reasons(10)[0];
    await eventually('it waits by itself', async () => reason()?.attempts === 2, 120_000);
    expect(reason()?.problem).toMatchObject({ code: 'service_error', says: { args: { subject: 'refused.txt' } } });
    await web.upload('0', 'new.txt', 'new');
    await eventually('arrived', async () => (await a.read('new.txt')) === 'new');
    expect(state()).toBe('connected');
    proxy.mend();
    a.engine.retry({});
    await inSync();
    expect(await web.find('0', 'refused.txt')).toBeDefined();
  });

  test('[E106] a sleep: connections that lead nowhere are dropped, both sides are looked at again', async () => {
    const { clock, moved } = movableClock();
    const { done, surroundings } = countingSurroundings();
    await open((parts) => ({
      ...parts,
      clock: clock(parts.clock),
      // The watcher slept as well.
      watcher: deafWatcher,
      settings: { ...parts.settings, scanEveryMs: 100 * 60 * 60_000 },
      surroundings,
    }));
    a.engine.start();
    await inSync();
    await a.write('while asleep.txt', 'asleep');
    moved.ms += 8 * 60 * 60_000;
    // The first scan may still have met the file before the sleep is noticed.
    await eventually('dropped', async () => done.dropped > 0 && done.ended > 0);
    await eventually('uploaded', async () => web.find('0', 'while asleep.txt'));
    await inSync();
  });

  test('[E106] a computer that says that it woke up: both sides are looked at without waiting to notice it', async () => {
    const { done, surroundings } = countingSurroundings();
    await open((parts) => ({
      ...parts,
      watcher: deafWatcher,
      settings: { ...parts.settings, scanEveryMs: 100 * 60 * 60_000 },
      surroundings,
    }));
    a.engine.start();
    await inSync();
    await a.write('while asleep.txt', 'asleep');
    a.engine.checkNow({ rescan: false });
    await eventually('dropped', async () => done.dropped === 1);
    expect(await web.find('0', 'while asleep.txt')).toBeUndefined();
    a.engine.checkNow({ rescan: true });
    await eventually('uploaded', async () => web.find('0', 'while asleep.txt'));
    expect(done).toEqual({ dropped: 2, ended: 2 });
  });

  test('[E106] another network: the line is tried at once, and connections of the old one are dropped', async () => {
    let network = 'home';
    const { done, surroundings } = countingSurroundings();
    const { clock } = movableClock();
    await open((parts) => ({
      ...parts,
      clock: clock(parts.clock),
      surroundings: { ...surroundings, network: () => network },
    }));
    a.engine.start();
    await inSync();
    expect(done).toEqual({ dropped: 0, ended: 0 });
    network = 'VPN';
    await eventually('dropped', async () => done.dropped === 1);
    expect(done.ended).toBe(1);
    await inSync();
  });

  test('[E102][E106] a person who asks for a try ends a pause, and gets new connections only while offline', async () => {
    const { done, surroundings } = countingSurroundings();
    await open((parts) => ({ ...parts, surroundings }));
    a.engine.start();
    await inSync();
    a.engine.retry({});
    expect(done).toEqual({ dropped: 0, ended: 1 });
    proxy.break({ times: 100_000, fault: { kind: 'answer', status: 429, headers: { 'retry-after': '60' } } });
    await a.write('one.txt', 'one');
    await eventually('limited', async () =>
      JSON.stringify(a.engine.status().account.sentence).includes('rate_limited'),
    );
    a.engine.retry({});
    expect(done).toEqual({ dropped: 0, ended: 2 });
  });

  test('[E106] a person who asks for a try while offline gets new connections; a private service that keeps ending is named', async () => {
    const { done, surroundings } = countingSurroundings();
    let failure: string | null = null;
    await open((parts) => ({ ...parts, surroundings: { ...surroundings, serviceFailure: () => failure } }));
    a.engine.start();
    await inSync();
    proxy.break({ times: 100_000, fault: { kind: 'cut-before' } });
    await a.write('one.txt', 'one');
    await eventually('offline', async () => state() === 'offline');
    expect(a.engine.status().sentence).toMatchObject({ code: 'offline' });
    failure = 'Disk error';
    expect(a.engine.status().sentence).toMatchObject({ code: 'private_service_failing', args: { why: 'Disk error' } });
    a.engine.retry({});
    expect(done).toEqual({ dropped: 1, ended: 1 });
    proxy.mend();
    await inSync();
  });

  test('[E109] a clock that is set back keeps nothing waiting, and orders no versions', async () => {
    const { clock, moved } = movableClock();
    await open((parts) => ({ ...parts, clock: clock(parts.clock) }));
    a.engine.start();
    await inSync();
    proxy.break({ times: 100_000, fault: { kind: 'cut-before' } });
    await a.write('one.txt', 'one');
    await eventually('offline', async () => state() === 'offline');
    moved.ms -= 365 * 24 * 60 * 60_000;
    proxy.mend();
    await eventually('uploaded', async () => web.find('0', 'one.txt'));
    const file = await web.find('0', 'one.txt');
    if (file !== undefined) await web.replace(file.id, 'one.txt', 'edited there');
    await eventually('the later version won', async () => (await a.read('one.txt')) === 'edited there');
  });

  test('[E109] a file that was uploaded before the clock was set back is not taken for one that keeps growing', async () => {
    const { clock, moved } = movableClock();
    await open((parts) => ({ ...parts, clock: clock(parts.clock) }));
    await a.write('one.txt', 'first');
    a.engine.start();
    await inSync();
    const file = await web.find('0', 'one.txt');
    const content = async () => (await web.read(file?.id ?? '')).toString();
    await a.write('one.txt', 'the second version');
    await eventually('uploaded', async () => (await content()) === 'the second version');
    await inSync();
    moved.ms -= 365 * 24 * 60 * 60_000;
    await a.write('one.txt', 'the third version is larger');
    await eventually('uploaded', async () => (await content()) === 'the third version is larger');
    await inSync();
  });

  test('[E97] an expired sign-in pauses the account; a sign-in by another process resumes it at once', async () => {
    let mark = 'first';
    await open((parts) => ({
      ...parts,
      surroundings: { ...countingSurroundings().surroundings, signInMark: async () => mark },
    }));
    a.engine.start();
    await inSync();
    const body = JSON.stringify({ type: 'error', status: 401, code: 'unauthorized', message: 'no' });
    const answer = { status: 401, headers: { 'content-type': 'application/json' }, body };
    proxy.break({ times: 100_000, fault: { kind: 'answer', ...answer } });
    await a.write('one.txt', 'one');
    await eventually('signed out', async () => state() === 'signed_out');
    // Many failures later the next try by itself is a minute away.
    await eventually(
      'a far retry',
      async () => (a.engine.status().account.retryAtMs ?? 0) - Date.now() > 3_000,
      60_000,
    );
    proxy.mend();
    mark = 'second';
    await eventually('uploaded', async () => web.find('0', 'one.txt'));
    await inSync();
  });
});

test.each([
  ['SQLITE_FULL', 'state_disk_full'],
  ['SQLITE_READONLY', 'state_unwritable'],
])(
  '[E114] the state takes no writes (%s): no plan is made from unsaved state, and sync resumes when it does',
  async (code, sentence) => {
    let isFull = false;
    const { clock } = movableClock();
    const refusal = () => (isFull ? code : null);
    await open((parts) => ({ ...parts, clock: clock(parts.clock), store: refusingStore(parts.store, refusal) }));
    await a.write('one.txt', 'one');
    a.engine.start();
    await inSync();
    isFull = true;
    await a.write('two.txt', 'two');
    await web.upload('0', 'three.txt', 'three');
    const isSaid = () => JSON.stringify(a.engine.status().roots[0]?.sentence).includes(sentence);
    await eventually('said', async () => isSaid());
    // It is tried again, and fails as well.
    const tries = refused;
    await eventually('tried again', async () => refused > tries + 2);
    expect(isSaid()).toBe(true);
    expect(await a.read('three.txt')).toBeNull();
    isFull = false;
    await eventually('sync resumes', async () => web.find('0', 'two.txt'));
    await inSync();
    expect(await a.read('three.txt')).toBe('three');
    expect((await web.items('0')).map(({ name }) => name).toSorted()).toEqual(['one.txt', 'three.txt', 'two.txt']);
  },
);

test.each(['SQLITE_FULL', 'SQLITE_READONLY'])(
  '[E114][E116] the state takes no writes (%s) at the moment it starts anew: the same folder does so later',
  async (code) => {
    let isReset = false;
    const { clock } = movableClock();
    const refusal = (name: string) => {
      if (name !== 'resetRoot' || isReset) return null;
      isReset = true;
      return code;
    };
    await open((parts) => ({ ...parts, clock: clock(parts.clock), store: refusingStore(parts.store, refusal) }));
    await a.write('one.txt', 'one');
    a.engine.start();
    await inSync();
    const marker = join(a.path, '.tandem', 'root');
    const [id] = (await readFile(marker, 'utf8')).trim().split(' ');
    await writeFile(marker, `${id} of-another-time\n`);
    await a.write('two.txt', 'two');
    await eventually('started anew', async () => isReset);
    await eventually('uploaded', async () => web.find('0', 'two.txt'));
    await inSync();
    expect(await readFile(marker, 'utf8')).toContain(a.store.roots()[0]?.marker);
    expect(a.engine.status().roots[0]?.lost ?? null).toBeNull();
  },
);

/** How many writes a `refusingStore` refused. */
let refused = 0;

/** A store whose writes (by their names) fail with this code of SQLite; reads and a small setting still work. */
function refusingStore<Target extends object>(target: Target, refusal: (name: string) => string | null): Target {
  const WRITES =
    /^(transaction|put|set(?!ting$|Setting$)|add|remove|mark|clear|clean|(un)?park|release|save|reset|forget|append)/;
  return new Proxy(target, {
    get: (object, name, receiver) => {
      const value: unknown = Reflect.get(object, name, receiver);
      if (name === 'root' && typeof value === 'function') {
        return (id: unknown) => refusingStore(Reflect.apply(value, object, [id]) as object, refusal);
      }
      if (typeof value !== 'function' || typeof name !== 'string' || !WRITES.test(name)) return value;
      return (...args: unknown[]): unknown => {
        const code = refusal(name);
        if (code === null) return Reflect.apply(value, object, args);
        refused += 1;
        throw new Database.SqliteError('no writes', code);
      };
    },
  });
}
