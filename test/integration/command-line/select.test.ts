import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type Finished, startTandem, tandem } from '../../support/programs/processes.ts';
import { type Computer, openWorkplace, type Workplace } from '../../support/programs/workplace.ts';

/** `tandem select`, with and without a running process, and its messages for impossible requests. */
let place: Workplace;
let desk: Computer;
beforeAll(async () => {
  place = await openWorkplace();
  desk = await place.computer('desk');
  const folder = await place.web().createFolder('0', 'big');
  await place.web().upload(folder.id, 'one.txt', 'one');
  await desk.once();
});
afterAll(() => place.close());

const env = () => ({ TANDEM_TOKEN: place.token });
const run = (...args: string[]): Promise<Finished> => tandem([...args, ...desk.flags], { env: env() });
const here = () => readFile(join(desk.root, 'big', 'one.txt'), 'utf8').catch(() => null);

test('[P65] a folder is left out and selected again, while nothing runs and while it does', async () => {
  expect(await here()).toBe('one');
  const out = await run('select', join(desk.root, 'big'), '--state', 'not_synced', '--json');
  expect([out.code, JSON.parse(out.stdout)]).toMatchObject([0, { state: 'not_synced', changed: 1 }]);
  expect((await desk.once()).report.state).toBe('in_sync');
  expect(await here()).toBeNull();
  const why = JSON.parse((await run('why', join(desk.root, 'big', 'one.txt'), '--json')).stdout);
  expect(why).toMatchObject({ status: 'excluded', leftOut: { cause: 'not_selected', args: { folder: 'big' } } });

  const daemon = startTandem(['run', '--json', ...desk.flags], { env: env() });
  // Not polled with a command: one that finds no running process opens the state itself, which locks the process out.
  await eventually('it runs', async () => daemon.stderr().includes('Press Ctrl-C to stop.'));
  expect((await run('select', join(desk.root, 'big'), '--state', 'synced')).code).toBe(0);
  await eventually('it is back', async () => (await here()) === 'one');
  expect((await daemon.kill()).code).toBe(0);
});

test('[E78] a rule file is read for an answer when nothing runs', async () => {
  await mkdir(join(desk.root, 'work'));
  await writeFile(join(desk.root, 'work', '.tandemignore'), '# mine\n*.o\n');
  await writeFile(join(desk.root, 'work', 'a.o'), 'x');
  expect((await desk.once()).report.state).toBe('in_sync');
  const file = join(desk.root, 'work', 'a.o');
  const why = JSON.parse((await run('why', file, '--json')).stdout);
  const args = { subject: 'work/a.o', rule: '*.o', file: 'work/.tandemignore', line: 2 };
  expect(why).toMatchObject({ status: 'ignored', leftOut: { cause: 'excluded_by_line', args } });
  expect((await run('why', file)).stdout).toContain(
    'work/a.o: "work/a.o" isn\'t synced: it matches "*.o", line 2 of "work/.tandemignore". To sync it, remove that line.',
  );
});

test('a folder that cannot be chosen is reported, with advice', async () => {
  for (const args of [
    ['select'],
    ['select', join(desk.root, 'big')],
    ['select', join(desk.root, 'big'), '--choice', 'half'],
    ['select', join(desk.root, 'nothing'), '--state', 'not_synced'],
    ['select', desk.root, '--state', 'not_synced'],
    ['leave', join(desk.root, 'big')],
    ['bring-back', join(desk.root, 'big')],
  ]) {
    const refused = await run(...args);
    expect([args, refused.code, refused.stdout]).toEqual([args, 1, '']);
    expect(refused.stderr.trim().split('\n').length).toBe(2);
  }
});
