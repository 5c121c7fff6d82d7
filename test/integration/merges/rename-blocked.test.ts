import { rename as move } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { readTree } from '../../support/files/disk-tree.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { sha1Of } from '../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A name that keeps an item from syncing gets another one, on the side that has it. */
let service: TestService;
let web: WebUser;
let device: EngineDevice;

beforeEach(async () => {
  service = await startTestService();
  web = webUser(service, service.person.token);
  device = await openEngineDevice({ name: 'linux', addresses: service, token: service.person.token });
});
afterEach(async () => {
  await device.close();
  await service.stop();
});

const rename = (path: string, name: string) => device.engine.acts.rename({ path: device.at(path), name });

test('[P47][E31] a name that the service refuses is offered another one, and is renamed here', async () => {
  await device.write('plans/Q3\\Q4.txt', 'outlook');
  expect((await device.once()).blocked).toMatchObject([{ reason: 'name_not_allowed_by_service' }]);
  expect(device.engine.status().attention).toMatchObject([{ path: 'plans/Q3\\Q4.txt', suggestedName: 'Q3_Q4.txt' }]);

  const answer = await rename('plans/Q3\\Q4.txt', 'Q3-Q4.txt');
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  expect(answer.value.path).toBe('plans/Q3-Q4.txt');
  expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 1, blocked: [] });
  expect([...(await readTree(device.path)).keys()]).toEqual(['plans', 'plans/Q3-Q4.txt']);
  expect(await device.read('plans/Q3-Q4.txt')).toBe('outlook');
});

test('[P47][E38] a name that this disk cannot hold is renamed on the service', async () => {
  const narrow = await openEngineDevice({
    name: 'narrow',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({
      ...parts,
      fileSystem: {
        ...parts.fileSystem,
        traits: async (path) => ({
          ...(await parts.fileSystem.traits(path)),
          nameLimit: { length: 6, unit: 'utf8' },
        }),
      },
    }),
  });
  try {
    await web.upload('0', 'longer.txt', 'of the service');
    expect((await narrow.once()).blocked).toMatchObject([{ path: 'longer.txt', reason: 'name_too_long' }]);
    expect(narrow.engine.status().attention).toMatchObject([{ suggestedName: 'longer' }]);
    const answer = await narrow.engine.acts.rename({ path: narrow.at('longer.txt'), name: 'longer' });
    expect(answer).toMatchObject({ ok: true, value: { path: 'longer' } });
    expect(await narrow.once()).toMatchObject({ state: 'in_sync', downloaded: 1, blocked: [] });
    expect(await narrow.read('longer')).toBe('of the service');
  } finally {
    await narrow.close();
  }
});

test('[P47] a name that is taken or not possible changes nothing', async () => {
  await device.write('a\\b.txt', 'new');
  await device.write('taken.txt', 'older');
  await device.once();
  expect(await rename('a\\b.txt', 'taken.txt')).toMatchObject({ ok: false, error: { code: 'name_taken' } });
  expect(await rename('a\\b.txt', 'a/b.txt')).toMatchObject({
    ok: false,
    error: { code: 'not_possible', message: { code: 'name_not_usable', args: { fault: 'slashes' } } },
  });
  expect(await rename('taken.txt', 'other.txt')).toMatchObject({ ok: false, error: { code: 'changed_since' } });
  expect(await device.read('a\\b.txt')).toBe('new');
  expect(await device.read('taken.txt')).toBe('older');
});

test('[P47] all problems can be listed, however many the status leaves out', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `${String(at).padStart(2, '0')}\\x.txt`);
  for (const name of names) await device.write(name, name);
  await device.once();
  const status = device.engine.status();
  expect([status.attention.length, status.attentionTotal]).toEqual([50, 60]);
  const { problems } = device.engine.acts;
  const all = problems({ limit: 100, offset: 0 });
  expect(all.problems.map(({ path }) => path).toSorted()).toEqual(names);
  expect(all.problems.slice(0, 50)).toEqual(status.attention);
  expect(problems({ limit: 20, offset: 45 })).toEqual({ problems: all.problems.slice(45), total: 60 });
  expect(problems({ limit: 20, offset: 60 })).toEqual({ problems: [], total: 60 });
});

test('[P47] a new name is checked against both sides before it is given', async () => {
  await device.write('plans/a\\b.txt', 'new');
  await device.write('plans/Taken.txt', 'older');
  await device.once();
  const check = (name: string) => device.engine.acts.checkName({ path: device.at('plans/a\\b.txt'), name });
  const fault = (name: string) => ({
    ok: false,
    error: { code: 'not_possible', message: { code: 'name_not_usable', args: { fault: name } } },
  });
  expect(check('a-b.txt')).toEqual({ ok: true, value: {} });
  expect(check('')).toMatchObject(fault('empty'));
  expect(check('a/b.txt')).toMatchObject(fault('slashes'));
  expect(check('x'.repeat(300))).toMatchObject(fault('too_long'));
  expect(check('taken.TXT')).toMatchObject({
    ok: false,
    error: { code: 'name_taken', message: { code: 'name_taken_beside', args: { name: 'Taken.txt' } } },
  });
  const plans = await web.find('0', 'plans');
  await web.upload(plans?.id ?? '', 'later.txt', 'there');
  await device.once();
  expect(check('later.txt')).toMatchObject({ ok: false, error: { code: 'name_taken' } });
  expect(device.engine.acts.checkName({ path: device.at('plans/Taken.txt'), name: 'other.txt' })).toMatchObject({
    ok: false,
    error: { code: 'changed_since' },
  });
  expect(await device.read('plans/a\\b.txt')).toBe('new');
});

test('[P50] the new name is undone', async () => {
  await device.write('a\\b.txt', 'new');
  await device.once();
  const answer = await rename('a\\b.txt', 'a-b.txt');
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  await device.once();
  expect(await device.engine.acts.undo({ batch: answer.value.batch })).toMatchObject({
    ok: true,
    value: { undone: 1 },
  });
  expect(await device.read('a\\b.txt')).toBe('new');
});

test('[P33] an edit of a file whose new name the service refuses goes up without the name', async () => {
  await device.write('plan.txt', 'older');
  await device.once();
  await move(device.at('plan.txt'), device.at('a\\b.txt'));
  await device.once();
  const [before] = device.engine.status().attention;
  await device.write('a\\b.txt', 'edited here');
  expect(await device.once()).toMatchObject({ uploaded: 1, blocked: [{ reason: 'name_not_allowed_by_service' }] });
  const item = await web.find('0', 'plan.txt');
  expect(item?.sha1).toBe(sha1Of('edited here'));
  expect(device.engine.status().attention).toEqual([before]);

  await web.replace(item?.id ?? '', 'plan.txt', 'edited there');
  expect(await device.once()).toMatchObject({ downloaded: 1 });
  expect(await device.read('a\\b.txt')).toBe('edited there');
  await rename('a\\b.txt', 'a-b.txt');
  expect(await device.once()).toMatchObject({ state: 'in_sync', moved: 1, uploaded: 0, blocked: [] });
  expect((await web.find('0', 'a-b.txt'))?.id).toBe(item?.id);
});
