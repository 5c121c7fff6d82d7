import { expect, test, vi } from 'vitest';
import { problem } from '../../../../../../main/engine/execute/problems.ts';
import { cancelled, done, failed, type StepResult } from '../../../../../../main/engine/execute/step-result.ts';
import { itemId, localId, stepKey } from '../../../../../../main/engine/model/ids.ts';
import type { Step, StepAction } from '../../../../../../main/engine/model/plan/step.ts';
import { createStepRunner } from '../../../../../../main/engine/root/schedule/step-runner.ts';
import { fingerprintOf } from '../../../../../support/engine/store-bench.ts';

/** Steps that end when the test says so. */
function openBench() {
  const running = new Map<string, (result: StepResult) => void>();
  let rings = 0;
  const runner = createStepRunner(
    (step, signal) =>
      new Promise((resolve) => {
        running.set(step.key, resolve);
        signal.addEventListener('abort', () => resolve(cancelled), { once: true });
      }),
    () => {
      rings += 1;
    },
  );
  const end = async (key: string, result: StepResult = done(1, {})) => {
    running.get(key)?.(result);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { runner, end, started: () => [...running.keys()], rings: () => rings };
}

const step = (key: string, action: StepAction, after: readonly string[] = []): Step => ({
  ...action,
  key: stepKey(key),
  rule: 'P1',
  after: after.map(stepKey),
});
const folder = (key: string, id: number, after: readonly string[] = []) =>
  step(key, { kind: 'create-remote-folder', localId: localId(id), name: key }, after);
const hashing = (key: string, id: number) =>
  step(key, { kind: 'hash', localId: localId(id), expect: fingerprintOf('1:1') });
const move = (key: string, id: number) =>
  step(key, {
    kind: 'move-local',
    localId: localId(id),
    itemId: itemId(`9${id}`),
    toParentItemId: itemId('0'),
    toName: key,
  });
const trash = (key: string, id: number) =>
  step(key, { kind: 'trash-local', localId: localId(id), itemId: itemId(`9${id}`), itemKind: 'file', subtree: 1 });

test('a step starts when those it waits for have ended and are written down', async () => {
  const { runner, end, started } = openBench();
  for (const one of [folder('a', 1), folder('b', 2, ['a'])]) runner.offer(one);
  runner.advance({ deletes: true });
  expect(started()).toEqual(['a']);
  await end('a');
  runner.advance({ deletes: true });
  expect(started()).toEqual(['a']);
  expect(runner.take(10).map((ended) => ended.step.key)).toEqual(['a']);
  runner.advance({ deletes: true });
  expect(started()).toEqual(['a', 'b']);
});

test('steps that waited for a failed step are handed back, and the steps after them', async () => {
  const { runner, end } = openBench();
  for (const one of [folder('a', 1), folder('b', 2, ['a']), folder('c', 3, ['b']), folder('d', 4)]) runner.offer(one);
  runner.advance({ deletes: true });
  await end('a', failed(problem('offline', { subject: 'a' })));
  const [ended] = runner.take(10);
  expect(ended?.orphans.map((orphan) => orphan.key)).toEqual(['b', 'c']);
  expect(runner.steps().map(({ key }) => key)).toEqual(['d']);
});

test('steps that are planned again, and then wait for later ones, are handed back too', async () => {
  const { runner, end } = openBench();
  for (const one of [folder('a', 1, ['d1']), folder('d2', 2), folder('b', 3, ['d2']), folder('a', 1, ['b'])])
    runner.offer(one);
  runner.advance({ deletes: true });
  await end('d2', failed(problem('offline', { subject: 'd2' })));
  const [ended] = runner.take(10);
  expect(ended?.orphans.map((orphan) => orphan.key)).toEqual(['a', 'b']);
  expect(runner.size).toBe(0);
});

test('the same step is never started twice, and two about one node never run together', async () => {
  const { runner, end, started } = openBench();
  expect(runner.offer(hashing('a', 1)).isTaken).toBe(true);
  runner.advance({ deletes: true });
  expect(runner.offer(hashing('a', 1)).isTaken).toBe(true);
  expect(runner.offer(hashing('a2', 1)).isTaken).toBe(false);
  await end('nothing');
  expect(runner.take(10)).toMatchObject([{ step: { key: 'a' }, result: { outcome: 'cancelled' } }]);
  expect(runner.offer(hashing('a2', 1)).isTaken).toBe(true);
  const replacing = runner.offer(hashing('a3', 1));
  expect(replacing.isTaken).toBe(true);
  expect(replacing.displaced.map((one) => one.key)).toEqual(['a2']);
  runner.advance({ deletes: true });
  expect(started()).toEqual(['a', 'a3']);
});

const renaming = (key: string, id: number) =>
  step(key, {
    kind: 'move-remote',
    localId: localId(id),
    itemId: itemId(`9${id}`),
    toParentLocalId: localId(0),
    toName: key,
    ifMatch: null,
  });

test.each([
  ['a move', renaming],
  ['a new folder', folder],
])(
  '[P6] %s on the service is not aborted for another step about its node, which waits for the answer',
  async (_, make) => {
    const { runner, end } = openBench();
    runner.offer(make('b', 1));
    runner.advance({ deletes: true });
    expect(runner.offer(make('c', 1)).isTaken).toBe(false);
    await end('b');
    expect(runner.take(10)).toMatchObject([{ step: { key: 'b' }, result: { outcome: 'done' } }]);
    expect(runner.offer(make('c', 1)).isTaken).toBe(true);
  },
);

test('moves run one by one in the order of the plan; deletes only when they may', async () => {
  const { runner, end, started } = openBench();
  for (const one of [move('m1', 1), move('m2', 2), trash('t', 3)]) runner.offer(one);
  runner.advance({ deletes: false });
  expect(started()).toEqual(['m1']);
  await end('m1');
  runner.take(1);
  runner.advance({ deletes: false });
  expect(started()).toEqual(['m1', 'm2']);
  runner.advance({ deletes: true });
  expect(started()).toEqual(['m1', 'm2', 't']);
});

test('deletes run side by side, but no more than a round can record', async () => {
  const { runner, started } = openBench();
  for (let id = 1; id <= 20; id++) runner.offer(trash(`t${id}`, id));
  runner.advance({ deletes: true });
  expect(started()).toHaveLength(16);
});

test('[E120] at most 64 steps start in one turn; the caller is told that there are more', () => {
  const { runner, started } = openBench();
  for (let id = 1; id <= 100; id++) runner.offer(hashing(`h${id}`, id));
  expect([runner.advance({ deletes: true }), started().length]).toEqual([true, 64]);
  expect([runner.advance({ deletes: true }), started().length]).toEqual([false, 100]);
});

test('closing drops queued steps, stops running ones, and resolves when nothing runs', async () => {
  const { runner, started, rings } = openBench();
  for (const one of [move('m1', 1), move('m2', 2)]) runner.offer(one);
  runner.advance({ deletes: true });
  await runner.close();
  expect(started()).toEqual(['m1']);
  expect(rings()).toBe(1);
  expect(runner.take(10).map((ended) => ended.result.outcome)).toEqual(['cancelled']);
  expect(runner.size).toBe(0);
});

test('which steps there are is known by kind, by node, and by whether they have started', async () => {
  const { runner, end } = openBench();
  const deletes = new Set(['trash-local'] as const);
  for (const one of [folder('a', 1), trash('b', 2)]) runner.offer(one);
  expect([runner.hasAny(['create-remote-folder']), runner.hasAny(['hash'])]).toEqual([true, false]);
  expect(runner.hasWaiting(deletes)).toBe(true);
  expect(runner.about({ localId: localId(2), itemId: null }).map(({ key }) => key)).toEqual(['b']);
  expect(runner.about({ localId: null, itemId: itemId('92') }).map(({ key }) => key)).toEqual(['b']);
  expect(runner.about({ localId: localId(3), itemId: null })).toEqual([]);
  runner.advance({ deletes: true });
  expect(runner.running().map(({ key }) => key)).toEqual(['a', 'b']);
  expect([runner.hasAny(deletes), runner.hasWaiting(deletes)]).toEqual([true, false]);
  await end('b');
  // It has ended, and its result is not taken yet.
  expect(runner.running().map(({ key }) => key)).toEqual(['a', 'b']);
  runner.take(10);
  expect(runner.running().map(({ key }) => key)).toEqual(['a']);
  expect([runner.hasAny(deletes), runner.hasWaiting(deletes)]).toEqual([false, false]);
  await end('a');
});

test('a run that rejects ends the runner: its error is thrown to whoever takes results, and nothing starts after it', async () => {
  const full = new Error('the disk is full');
  let starts = 0;
  const runner = createStepRunner(
    async () => {
      starts += 1;
      throw full;
    },
    () => undefined,
  );
  runner.offer(folder('a', 1));
  runner.offer(folder('b', 2, ['a']));
  runner.advance({ deletes: true });
  await vi.waitFor(() => expect([runner.runningCount, runner.endedCount]).toEqual([0, 1]));
  runner.offer(folder('c', 3));
  expect(runner.advance({ deletes: true })).toBe(false);
  expect(() => runner.take(10)).toThrow(full);
  await runner.close();
  expect(() => runner.take(10)).toThrow(full);
  expect(starts).toBe(1);
});
