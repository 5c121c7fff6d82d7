import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countListedTests, readPlaywrightTally, readVitestTally } from '../../../run/report-files.ts';
import { isSuccess, sumTallies, type Tally, tallyLine, tallyWithExit } from '../../../run/tally.ts';

const tally = (passed: number, failed = 0, skipped = 0): Tally => ({ passed, failed, skipped, notes: [] });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-tally-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('the closing line names skipped tests only when there are any', () => {
  expect(tallyLine(sumTallies([tally(3), tally(4, 1)]))).toBe('7 passed, 1 failed');
  expect(tallyLine(sumTallies([tally(3), tally(0, 0, 2)]))).toBe('3 passed, 0 failed, 2 skipped');
});

test('a run in which nothing ran, or something failed, is no success', () => {
  expect(isSuccess(tally(0))).toBe(false);
  expect(isSuccess(tally(0, 0, 3))).toBe(false);
  expect(isSuccess(tally(5, 1))).toBe(false);
  expect(isSuccess(tally(5, 0, 3))).toBe(true);
});

test('a tool that ends badly beside its tests, or runs none, counts as one failure', () => {
  expect(tallyWithExit(tally(5), 1, 'unit')).toMatchObject({ passed: 5, failed: 1 });
  expect(tallyWithExit(tally(5, 2), 1, 'unit')).toMatchObject({ passed: 5, failed: 2 });
  expect(tallyWithExit(tally(0), 0, 'unit')).toMatchObject({ failed: 1, notes: ['unit: no test ran'] });
  expect(tallyWithExit(tally(5), 0, 'unit')).toEqual(tally(5));
});

test('a report that is missing, cut short or of another shape is a failure', async () => {
  const file = path.join(folder, 'report.json');
  expect(await readVitestTally(file, 'unit')).toMatchObject({ passed: 0, failed: 1 });
  await writeFile(file, '{"numPassedTests": 3');
  expect(await readVitestTally(file, 'unit')).toMatchObject({ failed: 1 });
  await writeFile(file, '{"stats":{"expected":"many"}}');
  expect(await readPlaywrightTally(file, 'e2e')).toMatchObject({ failed: 1 });
});

test('both reports are counted, and a test that passed only when repeated counts as failed', async () => {
  const file = path.join(folder, 'report.json');
  await writeFile(file, '{"numPassedTests":3,"numFailedTests":1,"numPendingTests":2,"numTodoTests":1}');
  expect(await readVitestTally(file, 'unit')).toEqual(tally(3, 1, 3));
  await writeFile(file, '{"stats":{"expected":5,"unexpected":1,"flaky":1,"skipped":2}}');
  expect(await readPlaywrightTally(file, 'e2e')).toEqual(tally(5, 2, 2));
});

test('each failed test is named with its file and the first line of its error', async () => {
  const file = path.join(folder, 'report.json');
  const vitest = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      {
        name: path.resolve('test/unit/some.test.ts'),
        assertionResults: [
          { fullName: 'a passes', status: 'passed', failureMessages: [] },
          { fullName: 'a fails', status: 'failed', failureMessages: ['Error: one\n    at two'] },
        ],
      },
    ],
  };
  await writeFile(file, JSON.stringify(vitest));
  expect((await readVitestTally(file, 'unit')).notes).toEqual([
    'unit failed: test/unit/some.test.ts › a fails: Error: one',
  ]);

  const spec = (title: string, status: string): object => ({
    title,
    file: 'page.spec.ts',
    tests: [
      { status, results: [{ errors: status === 'expected' ? [] : [{ message: '\u001b[31mlate\u001b[39m\nmore' }] }] },
    ],
  });
  const playwright = {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        specs: [spec('good', 'expected')],
        suites: [{ specs: [spec('bad', 'unexpected'), spec('now and then', 'flaky')] }],
      },
    ],
  };
  await writeFile(file, JSON.stringify(playwright));
  expect((await readPlaywrightTally(file, 'e2e')).notes).toEqual([
    'e2e failed: page.spec.ts › bad: late',
    'e2e failed: page.spec.ts › now and then: late',
  ]);
});

test('listed tests are counted through nested suites, and an invalid list has no count', () => {
  const list = { suites: [{ specs: [{ tests: [{}, {}] }], suites: [{ specs: [{ tests: [{}] }] }] }] };
  expect(countListedTests(JSON.stringify(list))).toBe(3);
  expect(countListedTests('Error: no config')).toBeUndefined();
  expect(countListedTests('{"suites": 4}')).toBeUndefined();
});
