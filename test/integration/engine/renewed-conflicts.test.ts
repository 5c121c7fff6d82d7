import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Conflicts of a root that is compared from scratch, e.g. after its folder was restored from a backup. */
let service: TestService;
let web: WebUser;
let a: EngineDevice;
beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  a = await openEngineDevice({ name: 'a', addresses: service, token: service.person.token });
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

const conflicts = () => a.engine.acts.conflicts({ limit: 10, offset: 0 }).conflicts;
const only = () => {
  const [conflict] = conflicts();
  if (conflict === undefined) throw new Error('there is no conflict');
  return conflict;
};

/** Both sides edited a file. */
async function conflicted(path: string): Promise<void> {
  await a.write(path, 'base');
  await a.once();
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [folder] = (await web.items('0')).filter(({ name: found }) => found === dirname(path));
  const file = await web.find(folder?.id ?? '0', name);
  if (file === undefined) throw new Error('the file is not on the service');
  await web.replace(file.id, name, 'of the web');
  await a.write(path, 'of this computer');
  await a.once();
  expect(conflicts()).toHaveLength(1);
}

/** The folder is of another time than the state; both are compared from scratch. */
async function renew(): Promise<void> {
  const before = a.store.roots()[0]?.marker;
  await a.restart(() => writeFile(join(a.path, '.tandem', 'root'), `${before} of-another-time\n`));
  await a.once();
  expect(a.store.roots()[0]?.marker).not.toBe(before);
  expect(await a.once()).toMatchObject({ state: 'in_sync', conflicts: 0 });
}

test.each([
  ['mine', 'of this computer'],
  ['theirs', 'of the web'],
] as const)('[P45] [P60] an open conflict is still open after a renewal, and decided for %s', async (keep, text) => {
  await conflicted('plan.txt');
  const { id, copyPath, theirs } = only();
  await renew();
  expect(only()).toMatchObject({
    id,
    path: 'plan.txt',
    copyPath,
    mine: { path: copyPath },
    theirs: { itemId: theirs.itemId },
  });
  expect(await a.engine.acts.resolve({ target: id, keep })).toMatchObject({ ok: true });
  await a.once();
  expect([await a.read('plan.txt'), await a.read(copyPath), conflicts()]).toEqual([text, null, []]);
});

test('[P45] [P60] a conflict whose files were moved since is found at their new places after a renewal', async () => {
  await conflicted('box/plan.txt');
  const { copyPath } = only();
  await rename(a.at('box'), a.at('crate'));
  await rename(a.at('crate/plan.txt'), a.at('schedule.txt'));
  await a.once();
  await renew();
  expect(only()).toMatchObject({ path: 'schedule.txt', copyPath: copyPath.replace('box', 'crate') });
});

test('[P45] [P60] a conflict whose copy is gone is closed after a renewal', async () => {
  await conflicted('plan.txt');
  const { copyPath } = only();
  await a.restart(() => rm(a.at(copyPath)));
  await a.once();
  await renew();
  expect(conflicts()).toEqual([]);
});

test('[P50] [P60] a decision from before a renewal is undone after it', async () => {
  await conflicted('plan.txt');
  const { id, copyPath } = only();
  const decided = await a.engine.acts.resolve({ target: id, keep: 'theirs' });
  if (!decided.ok) throw new Error('it was not decided');
  await a.once();
  await renew();
  expect(await a.engine.acts.undo({ batch: decided.value.batch })).toMatchObject({ ok: true, value: { refused: [] } });
  await a.once();
  expect([await a.read(copyPath), only().id]).toEqual(['of this computer', id]);
});
