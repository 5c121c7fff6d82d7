import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { executeStep } from '../../../main/engine/execute/execute-step.ts';
import { itemId, stepKey } from '../../../main/engine/model/ids.ts';
import type { Step } from '../../../main/engine/model/plan/step.ts';
import { askForAll } from '../../../main/engine/observe/remote/arrivals.ts';
import { RemoteError, type RemoteErrorCode } from '../../../main/engine/ports/remote/remote.ts';
import type { AccountGate } from '../../../main/engine/root/account/account-gate.ts';
import { createFolderAudit } from '../../../main/engine/root/audit/audit-folders.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { observeRemote } from '../../../main/engine/root/observe.ts';
import type { RootContext } from '../../../main/engine/root/root-context.ts';
import { runRound } from '../../../main/engine/root/root-round.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openPlayedRounds, type PlayedRounds } from '../../support/engine/played-rounds.ts';
import { readTree } from '../../support/files/disk-tree.ts';
import { type WebItem, type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A listing breaks off; then another root of the account reaches the service. Rounds are played one by one. */
let service: TestService;
let web: WebUser;
let rounds: PlayedRounds;
let device: EngineDevice;
let context: RootContext;
/** A folder that cannot be listed, and why. */
let broken: string | null = null;
let refusal: RemoteErrorCode;
const listed: string[] = [];
const signal = new AbortController().signal;

beforeEach(async () => {
  [broken, refusal] = [null, 'unavailable'];
  service = await startTestService();
  web = webUser(service, service.person.token);
  const change = (made: EngineParts): EngineParts => {
    const list: typeof made.remote.list = async (folder, stop) => {
      listed.push(folder);
      if (folder === broken) throw new RemoteError(refusal, 'the listing broke off');
      return made.remote.list(folder, stop);
    };
    return { ...made, remote: { ...made.remote, list } };
  };
  rounds = await openPlayedRounds(service, { name: 'a', change });
  ({ device, context } = rounds);
});
afterEach(async () => {
  await rounds.close();
  await service.stop();
});

const settle = (): Promise<void> => rounds.settle();

/** Not to be tried yet; and in the same moment another root has its answer. */
function reachedByAnother(gate: AccountGate): AccountGate {
  const mayTry = (): boolean => {
    queueMicrotask(gate.reached);
    return false;
  };
  return Object.create(gate, { mayTry: { value: mayTry } }) as AccountGate;
}

test('[E94] nothing is planned on half a tree when another root has reached the service again', async () => {
  await device.write('plan.txt', 'the first one');
  await device.write('inner/note.txt', 'note');
  await settle();
  const before = await readTree(device.path);

  // A full listing is due and breaks off: it shows the item that took a name, but not yet that the other is gone.
  const plan = await web.find('0', 'plan.txt');
  if (plan === undefined) throw new Error('the file is not on the service');
  await web.trash(plan);
  await web.upload('0', 'plan.txt', 'another one');
  broken = (await web.find('0', 'inner'))?.id ?? null;
  askForAll(context.root);
  context.service.ask();
  await observeRemote(context, signal);
  expect([context.gate.isOpen, context.root.hasDirty()]).toEqual([false, true]);

  await runRound({ ...context, gate: reachedByAnother(context.gate) }, signal);
  expect([context.gate.isOpen, context.runner.size]).toEqual([true, 0]);
  expect(await readTree(device.path)).toEqual(before);

  broken = null;
  context.service.ask();
  await settle();
  expect(await device.read('plan.txt')).toBe('another one');
});

test('[P10] while a full listing is due, no folder is deleted on the service', async () => {
  await device.write('inner/note.txt', 'note');
  await settle();
  context.service.ask();
  await settle();
  const { root } = context;
  const localId = root.localAt('inner');
  const inner = root.remote(root.remoteAt('inner') ?? root.rootItemId);
  if (inner === undefined || localId === undefined) throw new Error('the folder is not synced');
  await rm(device.at('inner'), { recursive: true });
  root.removeLocal(localId, root.tick());
  const step: Step = {
    kind: 'trash-remote',
    localId,
    itemId: inner.id,
    itemKind: 'folder',
    ifMatch: inner.etag,
    subtree: 2,
    key: stepKey('t'),
    rule: 'P10',
    after: [],
  };
  askForAll(root);
  const result = await executeStep(context.execution, step, signal);
  expect(result).toMatchObject({ outcome: 'stale', reason: 'the service is being listed' });
  expect(await web.find('0', 'inner')).toMatchObject({ id: inner.id });
});

test('[E94] while a full listing is due, nothing is planned', async () => {
  await settle();
  askForAll(context.root);
  await device.write('new.txt', 'new');
  context.hints.addAll();
  await runRound(context, signal);
  expect([context.root.localAt('new.txt'), context.runner.size]).toEqual([expect.anything(), 0]);
  context.service.ask();
  await settle();
  expect(await web.find('0', 'new.txt')).toBeDefined();
});

describe('a folder that the account may not list', () => {
  /** Reads what is new on the service, and syncs. */
  async function read(): Promise<void> {
    context.service.ask();
    await settle();
  }

  test('[P61] stops nothing when it comes with its contents, and goes when its event says so', async () => {
    await device.write('kept/note.txt', 'note');
    await settle();
    const kept = await web.find('0', 'kept');
    const copy = (await web.call('POST', `/folders/${kept?.id}/copy`, {
      parent: { id: '0' },
      name: 'copy',
    })) as WebItem;
    [broken, refusal] = [copy.id, 'no_permission'];
    await read();
    expect([listed.includes(copy.id), context.gate.problem]).toEqual([true, null]);
    await web.trash(copy);
    await read();
    expect([context.root.remote(itemId(copy.id)), context.gate.problem]).toEqual([undefined, null]);
  });

  test('[P61] stays as it was last seen when everything is listed', async () => {
    await device.write('hidden/inner/a.txt', 'a');
    await settle();
    const before = await readTree(device.path);
    await web.createFolder('0', 'new');
    [broken, refusal] = [(await web.find('0', 'hidden'))?.id ?? null, 'no_permission'];
    askForAll(context.root);
    await read();
    expect(context.gate.problem).toBeNull();
    expect(await readTree(device.path)).toEqual(new Map([...before, ['new', '/']]));
  });
});

test('[P60] the comparison goes past a folder that the account may not list', async () => {
  await device.write('hidden/a.txt', 'a');
  await device.write('inner/b.txt', 'b');
  await settle();
  const [root, hidden, inner] = ['0', (await web.find('0', 'hidden'))?.id, (await web.find('0', 'inner'))?.id];
  [broken, refusal] = [hidden ?? null, 'no_permission'];
  const audit = createFolderAudit({
    ...context,
    parts: { ...context.parts, settings: { ...context.parts.settings, auditEveryMs: 0 } },
  });
  const asked: string[] = [];
  // The last folder of a round is followed by a pause.
  for (let turn = 1; turn <= 3; turn++) {
    listed.splice(0);
    await audit.turn(signal);
    asked.push(...listed);
  }
  expect(new Set(asked)).toEqual(new Set([root, hidden, inner]));
  expect(context.standing.renewal).toBeNull();
});

test.each([
  ['an own', true, 24 * 60],
  ['another', false, 100],
])('[E95] the comparison with %s service sends no more requests a day than it may', async (_what, isOurs, most) => {
  for (let index = 0; index < 12; index++) await device.write(`folder ${index}/a.txt`, 'a');
  await settle();
  let nowMs = context.parts.clock.nowMs();
  const clock = { ...context.parts.clock, nowMs: () => nowMs };
  const remote = { ...context.parts.remote, isOurs: () => isOurs };
  const audit = createFolderAudit({ ...context, parts: { ...context.parts, clock, remote } });
  listed.splice(0);
  for (let minute = 0; minute < 24 * 60; minute++) {
    nowMs += 60_000;
    await audit.turn(signal);
  }
  expect(listed.length).toBeGreaterThan(most / 2);
  expect(listed.length).toBeLessThanOrEqual(most);
});
