import { mkdir, mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lineLog } from '../../../main/log.ts';
import { boundLoginServiceLog, lastLogLines, logFile } from '../../../main/log-file.ts';

let home: string;
let state: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tandem-log-'));
  state = path.join(home, 'state');
});
afterEach(() => rm(home, { recursive: true, force: true }));

test('a log holds one line per event, for this user alone, without credentials', async () => {
  const log = lineLog(logFile(state), 'warn', () => 0);
  log.warn('refused by https://ann:hunter2@files.example.com?token=abc123', { header: 'Bearer xyz789' });
  log.error('uncaught error', new Error('first\nsecond'));
  const lines = lastLogLines(state);
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toMatch(/hunter2|abc123|xyz789/);
  expect(lines[1]).toMatch(/^1970-01-01T00:00:00.000Z error uncaught error .*first.*second.*log-file\.test/);
  expect((await stat(path.join(state, 'tandem.log'))).mode & 0o777).toBe(0o600);
});

test('a log is bounded, and a report still has the last fault', async () => {
  const log = lineLog(logFile(state), 'warn', () => 0);
  for (let line = 0; line < 3_000; line++) {
    if (line === 2_000) log.error('uncaught error', new Error('the cause'));
    log.warn(`${line} ${'x'.repeat(400)}`);
  }
  const files = (await readdir(state)).sort();
  expect(files).toEqual(['tandem.log', 'tandem.log.1']);
  for (const file of files) expect((await stat(path.join(state, file))).size).toBeLessThan(600_000);
  const lines = lastLogLines(state);
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([
    201,
    expect.stringContaining('the cause'),
    expect.stringContaining('2999 '),
  ]);
});

test('a log that cannot be written stops nothing, and a missing one has no lines', () => {
  expect(lastLogLines(state)).toEqual([]);
  logFile('/dev/null/state')('one');
});

test('the collected output of the login service is bounded at each start', async () => {
  await mkdir(state);
  const file = path.join(state, 'service.log');
  const running = await open(file, 'a');
  await running.write('x'.repeat(600_000));
  boundLoginServiceLog(state);
  await running.write('next');
  await running.close();
  boundLoginServiceLog(state);
  expect([await readFile(file, 'utf8'), (await stat(`${file}.1`)).size]).toEqual(['next', 600_000]);
});
