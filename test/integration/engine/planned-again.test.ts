import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { executeStep } from '../../../main/engine/execute/execute-step.ts';
import { problem } from '../../../main/engine/execute/problems.ts';
import { nodesOf } from '../../../main/engine/execute/subject.ts';
import type { UploadRoom } from '../../../main/engine/execute/transfer/transfer.ts';
import { itemId } from '../../../main/engine/model/ids.ts';
import { plan } from '../../../main/engine/plan/plan.ts';
import { FileSystemError } from '../../../main/engine/ports/file-system.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { observeLocal, observeRemote } from '../../../main/engine/root/observe.ts';
import { settingsOf } from '../../../main/engine/root/planning/plan-input.ts';
import { planRound } from '../../../main/engine/root/planning/plan-round.ts';
import type { RootContext } from '../../../main/engine/root/root-context.ts';
import { runRound } from '../../../main/engine/root/root-round.ts';
import { retryNow } from '../../../main/engine/root/waiting/retry.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openPlayedRounds, type PlayedRounds } from '../../support/engine/played-rounds.ts';
import { webUser } from '../../support/people/web-user.ts';
import { sha1Of } from '../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/**
 * Planned work that may not start yet is planned again once it may, although neither side has changed. Rounds are
 * played one by one: new versions are planned in one of them and start in the next, and a root may be suspended between the two.
 */
let service: TestService;
let rounds: PlayedRounds;
let device: EngineDevice;
let context: RootContext;
const signal = new AbortController().signal;

beforeEach(async () => {
  service = await startTestService();
  const change = (made: EngineParts): EngineParts => {
    // Tests that delete many files are not about the guard.
    return { ...made, settings: { ...made.settings, guard: { items: 10_000, share: 1 } } };
  };
  rounds = await openPlayedRounds(service, { name: 'planned-again', change });
  ({ device, context } = rounds);
});
afterEach(async () => {
  await rounds.close();
  await service.stop();
});

const settle = (): Promise<void> => rounds.settle();

/** New versions that wait for the end of the round. */
const lateFiles = () => context.root.late().localIds.length;

function plannedLate() {
  const { traits } = context.folder;
  if (traits === null) throw new Error('the disk was not probed');
  return plan(context.execution.trees, context.root.late(), settingsOf(context, traits)).steps;
}

const pause = async () => device.store.setPaused(context.root.id, 0);
const resume = async () => device.store.setPaused(context.root.id, null);
/** No search for the root looks in there. */
const away = () => join(dirname(device.path), '.away');
const takeAway = async () => {
  await mkdir(away());
  await rename(device.path, join(away(), 'files'));
  context.hints.addAll();
};
const bringBack = async () => {
  await rename(join(away(), 'files'), device.path);
  context.folder.endWaits();
};

test.each([
  ['[P62] paused', pause, resume],
  ['[P57] gone', takeAway, bringBack],
])(
  '%s after new versions were planned and before they start, a root transfers them when it resumes',
  async (_, stop, goOn) => {
    const web = webUser(service, service.person.token);
    const theirs = await web.upload('0', 'theirs.txt', 'first');
    await device.write('mine.txt', 'first');
    await settle();
    await web.replace(theirs.id, 'theirs.txt', 'second, from there');
    await device.write('mine.txt', 'second, from here');
    context.service.ask();
    context.hints.addAll();
    while (lateFiles() < 2) await runRound(context, signal);
    await stop();
    await runRound(context, signal);
    expect([lateFiles(), context.runner.size]).toEqual([2, 0]);
    await goOn();
    await settle();
    expect(await device.read('theirs.txt')).toBe('second, from there');
    const mine = await web.find('0', 'mine.txt');
    expect((await web.read(mine?.id ?? '')).toString()).toBe('second, from here');
    expect(context.root.doubtfulCount()).toBe(0);
    expect(device.errors).toEqual([]);
  },
);

/** Another root of the account was refused, tried again, and had it sent. */
async function findRoom(): Promise<void> {
  const { uploads } = context.gate;
  const upload = { sizeBytes: 5, send: async (room: UploadRoom) => room.mayStart(5) };
  await uploads.pass({ ...upload, isRefused: () => true, isSent: () => false });
  uploads.tryNow();
  await uploads.pass({ ...upload, isRefused: () => false, isSent: () => true });
}

test.each([
  ['a person asks for it, or the clock was set back', async () => retryNow(context, null)],
  ['[P73] there is room again', findRoom],
])('a step that waits for its time is retried when %s', async (_, goOn) => {
  const web = webUser(service, service.person.token);
  const theirs = await web.upload('0', 'theirs.txt', 'first');
  await settle();
  await web.replace(theirs.id, 'theirs.txt', 'second');
  context.service.ask();
  while (lateFiles() === 0) await runRound(context, signal);
  for (const step of plannedLate()) {
    const full = problem('quota_full', { subject: 'theirs.txt' });
    const failed = { source: 'step', problem: full, suggestedName: null, attempts: 1, atMs: 0 } as const;
    context.root.putReason({ ...nodesOf(step), ...failed, step, retryAtMs: Number.MAX_SAFE_INTEGER });
  }
  await settle();
  expect(await device.read('theirs.txt')).toBe('first');
  await goOn();
  await settle();
  expect(await device.read('theirs.txt')).toBe('second');
  expect(device.errors).toEqual([]);
});

test('[P64] an item whose file here could not be read comes down at once when that file is gone', async () => {
  await webUser(service, service.person.token).upload('0', 'both.txt', 'from there');
  await device.write('both.txt', 'from here!');
  const unreadable = new FileSystemError('denied', device.at('both.txt'), 'it may not be read');
  vi.spyOn(context.execution.hashPool, 'hash').mockRejectedValue(unreadable);
  await settle();
  expect(context.root.reasons(10)).toMatchObject([{ problem: { code: 'unreadable' } }]);
  await rm(device.at('both.txt'));
  context.hints.addAll();
  await expect.poll(() => settle().then(() => device.read('both.txt'))).toBe('from there');
  expect(context.root.doubtfulCount()).toBe(0);
  expect(context.root.reasons(10)).toEqual([]);
});

test('[P33] a new version of a file that cannot have its name leaves the reason as it was', async () => {
  await device.write('plan.txt', 'older');
  await settle();
  await rename(device.at('plan.txt'), device.at('a\\b.txt'));
  context.hints.addAll();
  await expect.poll(() => settle().then(() => context.root.reasons(10))).toMatchObject([{ source: 'plan' }]);
  const reasons = context.root.reasons(10);
  const cleared = vi.spyOn(context.root, 'clearReason');
  await device.write('a\\b.txt', 'of another length');
  context.hints.addAll();
  const web = webUser(service, service.person.token);
  await expect
    .poll(() => settle().then(() => web.find('0', 'plan.txt')))
    .toMatchObject({ sha1: sha1Of('of another length') });
  expect(context.root.reasons(10)).toEqual(reasons);
  expect(cleared).not.toHaveBeenCalled();
});

test('[P33] while the content of a file that cannot have its name fails, the time of its next try stands', async () => {
  await device.write('plan.txt', 'older');
  context.hints.addAll();
  await settle();
  await rename(device.at('plan.txt'), device.at('a\\b.txt'));
  await device.write('a\\b.txt', 'newer');
  const unreadable = new FileSystemError('denied', device.at('a\\b.txt'), 'it may not be read');
  const hash = vi.spyOn(context.execution.hashPool, 'hash').mockRejectedValue(unreadable);
  context.hints.addAll();
  await expect
    .poll(() => settle().then(() => context.root.reasons(10)))
    .toMatchObject([{ source: 'step', attempts: 1 }]);
  const failed = context.root.reasons(10);
  for (const { localId } of failed) if (localId !== null) context.root.markDirtyLocal(localId);
  await settle();
  expect(context.root.reasons(10)).toEqual(failed);
  expect(hash).toHaveBeenCalledTimes(1);
  hash.mockRestore();
  for (const reason of failed) context.root.retry(reason);
  await settle();
  expect(context.root.reasons(10)).toMatchObject([
    { source: 'plan', problem: { code: 'name_not_allowed_by_service' } },
  ]);
  expect(await webUser(service, service.person.token).find('0', 'plan.txt')).toMatchObject({ sha1: sha1Of('newer') });
});

test('[P64] an item that waits for a missing step is planned again at rest', async () => {
  await device.write('mine.txt', 'mine');
  context.hints.addAll();
  await observeLocal(context, signal);
  context.root.park(context.root.dirty(10));
  expect([context.root.hasDirty(), context.root.doubtfulCount()]).toEqual([false, 3]);
  await settle();
  expect([context.root.doubtfulCount(), context.root.reasons(10)]).toEqual([0, []]);
  expect(await webUser(service, service.person.token).find('0', 'mine.txt')).toBeDefined();
  expect(device.errors).toEqual([`Work was forgotten in ${device.path} and is planned again. 3 nodes`]);
});

test('[P32][P16] a file that is equal on both sides is planned once, although each side asked for it', async () => {
  const web = webUser(service, service.person.token);
  await web.upload('0', 'same.txt', 'same');
  await device.write('same.txt', 'same');
  await settle();
  const again = await web.upload('0', 'again.txt', 'again');
  await device.write('again.txt', 'again');
  context.hints.addAll();
  context.service.ask();
  await observeLocal(context, signal);
  await observeRemote(context, signal);
  const { localIds, itemIds } = context.root.dirty(100);
  expect([localIds.length, itemIds.includes(itemId(again.id))]).toEqual([1, true]);
  // A slice that the nodes of this computer fill.
  const asked = vi.spyOn(context.root, 'dirty').mockReturnValueOnce({ localIds, itemIds: [] });
  await planRound(context);
  expect(context.runner.steps().map(({ kind }) => kind)).toEqual(['hash']);
  expect([context.root.doubtfulCount(), context.root.hasDirty()]).toEqual([2, false]);
  await settle();
  const slices = asked.mock.results.flatMap(({ value }) => [...value.localIds, ...value.itemIds]);
  expect(slices).toEqual(localIds);
  expect(context.root.doubtfulCount()).toBe(0);
  expect(context.root.syncedByItem(itemId(again.id))?.localId).toBe(localIds[0]);
});

test('[P21] a folder that took the place of another of its name is known, and not deleted once it is back on disk', async () => {
  const [folder, aside] = [device.at('a folder'), join(dirname(device.path), '.aside')];
  await mkdir(folder);
  await settle();
  await mkdir(aside);
  await rm(folder, { recursive: true });
  await rename(aside, folder);
  context.hints.addAll();
  await settle();
  await rename(folder, aside);
  context.hints.addAll();
  await expect.poll(() => observeLocal(context, signal).then(() => context.root.localAt('a folder'))).toBe(undefined);
  await planRound(context);
  const [step] = context.runner.steps();
  if (step?.kind !== 'trash-remote') throw new Error('nothing is to be deleted');
  await rename(aside, folder);
  expect(await executeStep(context.execution, step, signal)).toMatchObject({ outcome: 'stale' });
});

/** More files than one portion of a plan has. */
const MANY = 150;

/** Many synced files, all deleted here; `meanwhile` happens in the first pause of the plan for them in which it is `time`. */
async function planManyDeletes(meanwhile: () => Promise<void>, time = () => true): Promise<void> {
  for (let n = 0; n < MANY; n++) await device.write(`many/${n}.txt`, `text ${n}`);
  await settle();
  for (let n = 0; n < MANY; n++) await rm(device.at(`many/${n}.txt`));
  context.hints.addAll();
  await expect.poll(() => observeLocal(context, signal).then(() => context.root.localAt('many/3.txt'))).toBe(undefined);
  const isOver = new AbortController();
  const paused = vi.spyOn(context.parts.clock, 'sleep').mockImplementation(async () => {
    if (isOver.signal.aborted || !time()) return;
    isOver.abort();
    await meanwhile();
  });
  await planRound(context);
  expect(isOver.signal.aborted).toBe(true);
  paused.mockRestore();
}

/** The first part of the plan is recorded already. */
const isBeingRecorded = () => context.runner.size > 0;

/** A command of the user between `begin` and `end`. */
function longCommand() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let ended: Promise<unknown> = promise;
  return {
    begin: () => {
      ended = context.rounds.acts.run(() => promise);
    },
    end: async () => {
      resolve();
      await ended;
    },
  };
}

const kinds = () => context.runner.steps().map(({ kind }) => kind);

test('[P32] [P12] a change that is observed in a pause of a long plan is part of the plan', async () => {
  const web = webUser(service, service.person.token);
  await planManyDeletes(async () => {
    const edited = context.root.syncedByLocal(context.root.syncedAt('many/3.txt') ?? context.root.rootLocalId);
    await web.replace(edited?.itemId ?? '', '3.txt', 'an edit beats a delete');
    context.service.ask();
    await observeRemote(context, signal);
  });
  expect(kinds().filter((kind) => kind === 'download')).toHaveLength(1);
  expect(kinds().filter((kind) => kind === 'trash-remote')).toHaveLength(MANY - 1);
  await settle();
  expect(await device.read('many/3.txt')).toBe('an edit beats a delete');
});

test('[P47] a command that begins in a pause of a long plan ends it; nothing is planned until it is over', async () => {
  const command = longCommand();
  await planManyDeletes(async () => command.begin());
  expect(kinds()).toEqual([]);
  await command.end();
  await planRound(context);
  expect(kinds()).toEqual(Array.from({ length: MANY }, () => 'trash-remote'));
});

test('[P32] [P12] what changes while a long plan is recorded stays open, and its step is not queued', async () => {
  const web = webUser(service, service.person.token);
  let name = '';
  await planManyDeletes(async () => {
    const synced = context.root.syncedChildren(context.root.syncedAt('many') ?? context.root.rootLocalId);
    const later = synced.find((row) => context.runner.about(row).length === 0);
    name = later?.localName ?? '';
    await web.replace(later?.itemId ?? '', name, 'an edit beats a delete');
    context.service.ask();
    await observeRemote(context, signal);
  }, isBeingRecorded);
  expect(kinds()).toEqual(Array.from({ length: MANY - 1 }, () => 'trash-remote'));
  expect(context.root.hasDirty()).toBe(true);
  await settle();
  expect(await device.read(`many/${name}`)).toBe('an edit beats a delete');
  expect(await readdir(device.at('many'))).toEqual([name]);
});

test('[P47] a command that begins while a long plan is recorded ends it, and the rest is planned when it is over', async () => {
  const command = longCommand();
  await planManyDeletes(async () => command.begin(), isBeingRecorded);
  expect(kinds().length).toBeLessThan(MANY);
  await command.end();
  await planRound(context);
  expect(kinds()).toEqual(Array.from({ length: MANY }, () => 'trash-remote'));
});

test('[P64] [E89] contents that the service lists and does not give out are named as such, and one listing serves all of them', async () => {
  const web = webUser(service, service.person.token);
  for (let at = 0; at < 20; at++) await web.upload('0', `${at}.txt`, `content ${at}`);
  await settle();
  vi.spyOn(context.execution.transfers, 'download').mockResolvedValue({ ok: false, reason: 'gone' });
  const listings = vi.spyOn(context.parts.remote, 'list');
  for (let at = 0; at < 20; at++) await web.replace((await web.find('0', `${at}.txt`))?.id ?? '', `${at}.txt`, 'newer');
  context.service.ask();
  const reasons = () => context.root.reasons(100).map(({ problem: { code } }) => code);
  await expect.poll(() => settle().then(reasons), { timeout: 20_000 }).toEqual(Array(20).fill('content_withheld'));
  expect(listings.mock.calls.length).toBe(1);
  vi.restoreAllMocks();
  retryNow(context, null);
  await settle();
  expect(await device.read('7.txt')).toBe('newer');
  expect(device.errors).toEqual([]);
});
