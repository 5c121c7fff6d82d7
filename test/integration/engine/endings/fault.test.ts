import { mkdir } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineParts } from '../../../../main/engine/root/engine-parts.ts';
import { type EngineDevice, openEngineDevice } from '../../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../../support/people/web-user.ts';
import { eventually } from '../../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

/** A fault of the engine's own: the work on a folder ends in an unexpected way and restarts by itself. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
let faults: number;
let fault: () => Error;

beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  faults = 0;
  fault = () => new TypeError('an unexpected value');
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

const open = async (restMs: number, changed = (parts: EngineParts): EngineParts => parts): Promise<void> => {
  a = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    change: (given) => {
      const parts = changed(given);
      return {
        ...parts,
        clock: { ...parts.clock, sleep: (ms, signal) => parts.clock.sleep(ms >= 1_000 ? restMs : ms, signal) },
        remote: {
          ...parts.remote,
          changes: (position, signal) => {
            if (faults === 0) return parts.remote.changes(position, signal);
            faults -= 1;
            throw fault();
          },
        },
      };
    },
  });
};
const inSync = () => eventually('in sync', async () => a.engine.status().state === 'in_sync');

test('a root whose work ended by a fault is reopened, as often as it takes, and changes made meanwhile arrive', async () => {
  await open(20);
  a.engine.start();
  await inSync();
  faults = 3;
  await web.upload('0', 'from the web.txt', 'meanwhile');
  await a.write('from here.txt', 'meanwhile too');
  await eventually('both arrived', async () => {
    const up = await web.find('0', 'from here.txt');
    return up !== undefined && (await a.read('from the web.txt')) === 'meanwhile';
  });
  await inSync();
  expect(faults).toBe(0);
  expect(a.errors).toHaveLength(3);
  expect(a.errors[0]).toContain('an unexpected value');
});

test('until then the status says so, and stopping waits for nothing', async () => {
  await open(600_000);
  a.engine.start();
  await inSync();
  faults = 1;
  await web.upload('0', 'from the web.txt', 'meanwhile');
  const root = await eventually('the fault is reported', async () =>
    a.engine.status().roots.find(({ state }) => state === 'attention'),
  );
  expect(root.sentence).toEqual({ code: 'internal_fault', args: {} });
  expect(a.engine.status().state).toBe('attention');
  await a.engine.stop();
  expect(await a.read('from the web.txt')).toBeNull();
});

const damage = () => new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
const stoppedBy = (code: string) =>
  eventually(code, async () => a.engine.status().roots.find(({ sentence }) => JSON.stringify(sentence).includes(code)));

test('[P59] a root that meets damage in the state stops until the next start, and says so', async () => {
  await open(20);
  a.engine.start();
  await inSync();
  fault = damage;
  faults = 1;
  await web.upload('0', 'from the web.txt', 'meanwhile');
  await stoppedBy('state_damaged');
  await a.engine.stop();
  expect(await a.read('from the web.txt')).toBeNull();
});

/** The store's answers to a step fail with this code of SQLite as often as `times` says, from its first request to the service on. */
function failInStep(code: string, times: number) {
  const seen = { started: 0, left: 0 };
  const failing = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get: (object, name, receiver) => {
        const value: unknown = Reflect.get(object, name, receiver);
        if (name === 'root' && typeof value === 'function')
          return (id: unknown) => failing(Reflect.apply(value, object, [id]) as object);
        if (name !== 'local' || seen.left === 0) return value;
        seen.left -= 1;
        throw new Database.SqliteError('the store fails', code);
      },
    });
  const change = (parts: EngineParts): EngineParts => ({
    ...parts,
    store: failing(parts.store),
    remote: {
      ...parts.remote,
      createFolder: (parent, name, signal) => {
        seen.started += 1;
        if (seen.started === 1) seen.left = times;
        return parts.remote.createFolder(parent, name, signal);
      },
    },
  });
  return { change, seen };
}

test.each([1, Number.POSITIVE_INFINITY])(
  '[P59] damage that a step meets (%s times) stops the root before it starts another step',
  async (times) => {
    const { change, seen } = failInStep('SQLITE_CORRUPT', times);
    await open(20, change);
    a.engine.start();
    await inSync();
    await mkdir(a.at('new/inner'), { recursive: true });
    await stoppedBy('state_damaged');
    seen.left = 0;
    await a.engine.stop();
    expect(seen.started).toBe(1);
    expect((await web.items('0')).map(({ name }) => name)).toEqual(['new']);
  },
);

test('[P59] damage that only a statement has met stops the root at its next round', async () => {
  let met: Error | null = null;
  await open(20, (parts) => ({ ...parts, store: { ...parts.store, damage: () => met } }));
  a.engine.start();
  await inSync();
  met = damage();
  await web.upload('0', 'from the web.txt', 'meanwhile');
  await stoppedBy('state_damaged');
  await a.engine.stop();
  expect(await a.read('from the web.txt')).toBeNull();
});

test('[E114] a failing disk of the state that a step meets is not reported as a failure of the service', async () => {
  const { change, seen } = failInStep('SQLITE_IOERR', 3);
  await open(20, change);
  a.engine.start();
  await inSync();
  await mkdir(a.at('new/inner'), { recursive: true });
  await eventually('created', async () => web.find('0', 'new'));
  await inSync();
  expect([seen.left, a.errors]).toEqual([0, []]);
});
