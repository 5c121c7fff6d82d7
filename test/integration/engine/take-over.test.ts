import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { writeAsBefore } from '../../support/engine/older-store.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A store written by the previous version is taken over with all its knowledge, and a sync transfers nothing again. */
let service: TestService;
let web: WebUser;
let device: EngineDevice;
beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  device = await openEngineDevice({ name: 'taken-over', addresses: service, token: service.person.token });
});
afterEach(async () => {
  await device.close();
  await service.stop();
});

const FILES = 60;
const statePath = () => join(dirname(device.path), 'state', 'state.db');
const takeOver = () => device.restart(async () => writeAsBefore(statePath()));

/** The part of the state that a person sees. */
function known() {
  const [record] = device.store.roots();
  if (record === undefined) throw new Error('the device has no root');
  const root = device.store.root(record.id);
  return {
    record,
    totals: root.syncedTotals(),
    journal: device.store.journal.query({ limit: 1_000 }),
    // Its age is counted from the update.
    trash: device.store.trash.list(100).map(({ countedMs: _, ...trashed }) => trashed),
    // The version before did not store who had changed the service's version.
    conflicts: root.openConflicts(100).map((one) => ({ ...one, theirs: { ...one.theirs, by: null } })),
    ignored: root.ignored(100),
    held: device.engine.acts.held(),
    reasons: root.reasons(100).map(({ localId, itemId, source, problem }) => ({ localId, itemId, source, problem })),
  };
}

/** Files in sync, an open conflict, an item in the local trash, a name that the service refuses, and a held batch of deletes. */
async function work(): Promise<void> {
  for (let index = 0; index < FILES; index++) await device.write(`many/${index}.txt`, `content ${index}`);
  for (const name of ['doc.txt', 'gone.txt', 'kept.txt']) await device.write(name, `first ${name}`);
  await device.once();
  const [doc, gone] = [await web.find('0', 'doc.txt'), await web.find('0', 'gone.txt')];
  if (doc === undefined || gone === undefined) throw new Error('they were uploaded');
  await web.replace(doc.id, doc.name, 'theirs');
  await web.trash(gone);
  await device.write('doc.txt', 'mine, and longer');
  await device.write('trailing ', 'refused');
  await device.once();
  await rm(device.at('many'), { recursive: true });
  expect(await device.once()).toMatchObject({ state: 'attention', deleted_remote: 0 });
}

const NOTHING = {
  uploaded: 0,
  downloaded: 0,
  deleted_local: 0,
  deleted_remote: 0,
  moved: 0,
  bytes_up: 0,
  bytes_down: 0,
};

test('[P31] [P46] the store of the version before is taken over whole; a sync transfers nothing and lets nothing go', async () => {
  await work();
  const before = known();
  expect([before.conflicts.length, before.trash.length, before.held.length]).toEqual([1, 1, 1]);
  expect(before.reasons.map(({ source }) => source).sort()).toEqual(['held', 'plan']);
  await takeOver();
  expect(known()).toEqual(before);
  expect(await device.once()).toMatchObject({ ...NOTHING, state: 'attention', conflicts: 0 });
  expect(known()).toEqual(before);
  const [batch] = before.held;
  expect(await device.engine.acts.decideHeld({ id: batch?.id ?? -1, decision: 'apply' })).toMatchObject({ ok: true });
  expect(await device.once()).toMatchObject({ ...NOTHING, deleted_remote: 1 });
  expect(await web.find('0', 'many')).toBeUndefined();
});

test('[P46] deletes that were released before the take-over pass the guard after it', async () => {
  await work();
  const [batch] = known().held;
  expect(await device.engine.acts.decideHeld({ id: batch?.id ?? -1, decision: 'apply' })).toMatchObject({ ok: true });
  await takeOver();
  expect(await device.once()).toMatchObject({ ...NOTHING, deleted_remote: 1 });
  expect(await web.find('0', 'many')).toBeUndefined();
});
