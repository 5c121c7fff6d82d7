import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

const open = async (restMs: number): Promise<void> => {
  a = await openEngineDevice({
    name: 'a',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({
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
    }),
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

test('[P59] a root that meets damage in the state stops until the next start, and says so', async () => {
  await open(20);
  a.engine.start();
  await inSync();
  fault = () => new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
  faults = 1;
  await web.upload('0', 'from the web.txt', 'meanwhile');
  const root = await eventually('the damage is reported', async () =>
    a.engine.status().roots.find(({ state }) => state === 'attention'),
  );
  expect(root.sentence).toEqual({ code: 'state_damaged', args: {} });
  await a.engine.stop();
  expect(await a.read('from the web.txt')).toBeNull();
});
