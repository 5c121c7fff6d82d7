import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rootId } from '../../../../main/engine/model/ids.ts';
import type { EngineParts } from '../../../../main/engine/root/engine-parts.ts';
import { type EngineDevice, openEngineDevice } from '../../../support/engine/engine-device.ts';
import { type FaultyProxy, startFaultyProxy } from '../../../support/lines/faulty-proxy.ts';
import { type WebUser, webUser } from '../../../support/people/web-user.ts';
import { eventually } from '../../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

/** Quitting waits for writes to the state, and for no transfer. */
let service: TestService;
let proxy: FaultyProxy;
let web: WebUser;
let a: EngineDevice;
/** Changes a part of the device for one test. */
let change: (parts: EngineParts) => EngineParts;

beforeEach(async () => {
  service = await startTestService();
  proxy = await startFaultyProxy(service);
  web = webUser(service, service.person.token);
  change = (parts) => parts;
  const changed = (parts: EngineParts) => change(parts);
  a = await openEngineDevice({ name: 'a', addresses: proxy, token: service.person.token, change: changed });
});
afterEach(async () => {
  await a.close();
  await proxy.stop();
  await service.stop();
});

test('an upload and a download that never finish do not delay quitting, and resume at the next start', async () => {
  const line = Promise.withResolvers<void>();
  proxy.break({ path: /\/content/, times: 1_000, fault: { kind: 'hold', until: line.promise } });
  await web.upload('0', 'there.bin', 'x'.repeat(100_000));
  await a.write('here.bin', 'y'.repeat(100_000));
  a.engine.start();
  const isHeld = (method: string) => proxy.seen.some((one) => one.method === method && one.path.includes('/content'));
  await eventually('both hang', async () => isHeld('POST') && isHeld('GET'));
  await a.engine.stop();
  expect([await web.find('0', 'here.bin'), await a.read('there.bin')]).toEqual([undefined, null]);

  proxy.mend();
  await a.restart();
  a.engine.start();
  await eventually('both arrived', async () => {
    const up = await web.find('0', 'here.bin');
    return up !== undefined && (await a.read('there.bin')) !== null;
  });
  // The held upload reaches the service late: it does not become a second file.
  line.resolve();
  await eventually('in sync', async () => a.engine.status().state === 'in_sync');
  expect(a.engine.status().roots[0]).toMatchObject({ files: 2, conflicts: 0 });
});

test('a permanent delete in the local trash ends before the engine has stopped', async () => {
  const events: string[] = [];
  const begun = Promise.withResolvers<void>();
  change = (parts) =>
    parts.localTrash === undefined ? parts : { ...parts, localTrash: { ...parts.localTrash, purge: slowPurge } };
  const slowPurge = async (): Promise<void> => {
    begun.resolve();
    // Far more turns of the event loop than stopping takes when nothing is left to do.
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    events.push('deleted');
  };
  await a.restart();
  await addOld();
  // Without a root nothing else keeps the engine from stopping.
  await a.engine.removeRoot(1);
  a.engine.start();
  await begun.promise;
  await a.engine.stop();
  events.push('stopped');
  expect(events).toEqual(['deleted', 'stopped']);
});

/** An item in the local trash that the first sweep deletes. */
async function addOld(): Promise<void> {
  await a.engine.acts.setTrashPolicy({ keepDays: 0, keepBytes: null });
  const old = { path: 'old.txt', place: a.at('old.txt'), itemKind: 'file', itemId: null, nodes: 1, bytes: 3 } as const;
  a.store.trash.add({ ...old, rootId: rootId(1), rootPath: a.path, atMs: 0 });
}

test('[E114] a root that cannot record its end keeps nothing else from ending', async () => {
  let [isFull, isSwept] = [false, false];
  const purging = Promise.withResolvers<void>();
  change = (parts) => ({
    ...parts,
    store: {
      ...parts.store,
      transaction: (work) => {
        if (isFull) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
        return parts.store.transaction(work);
      },
    },
    ...(parts.localTrash !== undefined && {
      localTrash: {
        ...parts.localTrash,
        purge: async () => {
          await purging.promise;
          isSwept = true;
        },
      },
    }),
  });
  await a.restart();
  await addOld();
  const line = Promise.withResolvers<void>();
  proxy.break({ path: /\/content/, times: 1_000, fault: { kind: 'hold', until: line.promise } });
  await a.write('here.bin', 'y'.repeat(100_000));
  a.engine.start();
  await eventually('an upload hangs', async () => proxy.seen.some(({ path }) => path.includes('/content')));
  isFull = true;
  const ending = a.engine.stop().catch((error: unknown) => ({ error, isSwept }));
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  purging.resolve();
  expect(await ending).toMatchObject({ error: { code: 'SQLITE_FULL' }, isSwept: true });
  isFull = false;
  line.resolve();
});

test('[E114] a sweep that the disk of the state refuses ends nothing, and is repeated', async () => {
  let refused = 0;
  await a.engine.acts.setJournalPolicy({ keepDays: 1, keepEntries: 1_000 });
  change = (parts) => ({
    ...parts,
    clock: { ...parts.clock, sleep: (ms, signal) => parts.clock.sleep(ms >= 3_600_000 ? 5 : ms, signal) },
    store: {
      ...parts.store,
      journal: {
        ...parts.store.journal,
        dropOldest: (kept, limit) => {
          refused += 1;
          if (refused === 1) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
          return parts.store.journal.dropOldest(kept, limit);
        },
      },
    },
  });
  await a.restart();
  const old = { atMs: 0, rootId: rootId(1), batch: 1, kind: 'upload', side: 'remote', rule: 'P14' } as const;
  const about = { itemKind: 'file', localId: null, itemId: null, path: 'old.txt', fromPath: null, bytes: 1 } as const;
  a.store.journal.append({ ...old, ...about, before: null, after: null });
  for (const day of [1, 2, 3]) a.store.counted.look(day * 24 * 60 * 60_000);
  a.engine.start();
  await eventually('swept', async () => a.store.journal.count({}) === 0);
  await a.engine.stop();
  expect(a.errors).toHaveLength(1);
  expect(a.errors[0]).toContain('database or disk is full');
});
