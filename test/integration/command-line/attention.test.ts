import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type Finished, startTandem, tandem } from '../../support/programs/processes.ts';
import { type Computer, openWorkplace, type Workplace } from '../../support/programs/workplace.ts';

/** Conflicts, held batches and undo from the command line: with and without a running process. */
let place: Workplace;
let computer: Computer;
beforeAll(async () => {
  place = await openWorkplace();
  computer = await place.computer('desk');
});
afterAll(() => place.close());

const env = () => ({ TANDEM_TOKEN: place.token });
const run = (...args: string[]): Promise<Finished> => tandem([...args, ...computer.flags], { env: env() });
const json = (finished: Finished) => JSON.parse(finished.stdout);
const at = (path: string) => join(computer.root, path);
const there = async (name: string) => (await place.web().items('0')).find((item) => item.name === name);

test('[P48] a conflict is listed with exit code 2, decided by path, undone by its batch, and decided through a running process', async () => {
  await writeFile(at('plan.txt'), 'base');
  await computer.once();
  const file = await there('plan.txt');
  await place.web().replace(file?.id ?? '', 'plan.txt', 'of the web');
  await writeFile(at('plan.txt'), 'of this computer');
  const pass = await computer.sync('--once').finished;
  expect(pass.stdout).toContain('1 conflict waits for a decision: `tandem conflicts`');
  expect((await run('status')).code).toBe(2);

  const listed = await run('conflicts', '--json');
  const [conflict] = json(listed).conflicts;
  expect([listed.code, conflict]).toMatchObject([
    2,
    { path: 'plan.txt', reason: 'both_edited', choices: ['mine', 'theirs', 'both'] },
  ]);
  const why = json(await run('why', at(conflict.copyPath), '--json'));
  expect(why).toMatchObject({ status: 'conflict' });

  const resolved = await run('resolve', at('plan.txt'), '--keep', 'mine', '--json');
  expect([resolved.code, json(resolved).keep]).toEqual([0, 'mine']);
  expect(await computer.once()).toMatchObject({ report: { state: 'in_sync', uploaded: 1, deleted_remote: 1 } });
  expect((await place.web().read(file?.id ?? '')).toString()).toBe('of this computer');

  const back = await run('undo', '--batch', `b${json(resolved).batch}`, '--json');
  expect([back.code, json(back)]).toMatchObject([0, { undone: 3, refused: [] }]);
  await computer.once();
  expect(await readFile(at(conflict.copyPath), 'utf8')).toBe('of this computer');

  const daemon = startTandem(['run', '--json', ...computer.flags], { env: env() });
  await eventually('it runs', async () => daemon.stderr().includes('Press Ctrl-C to stop.'), 60_000);
  expect(json(await run('status', '--json')).running).toBe(true);
  expect((await run('resolve', at(conflict.copyPath), '--keep', 'theirs')).code).toBe(0);
  await eventually('the copy is gone there', async () => (await there(conflict.copyPath)) === undefined, 60_000);
  expect((await daemon.kill()).code).toBe(0);
  expect((await run('conflicts')).code).toBe(0);
}, 300_000);

test('[E75] a held batch is listed, shown whole, and restored or applied by its number', async () => {
  await mkdir(at('many'));
  for (let index = 0; index < 60; index++) await writeFile(at(`many/${index}.txt`), `content ${index}`);
  await computer.once();
  await rm(at('many'), { recursive: true });
  const planned = await run('plan');
  expect(planned.stderr).toContain('61 deletes or rewrites would be held until you decide. Nothing was changed.');
  expect(json(await run('plan', '--json'))).toEqual({ total: 0, held: 61, steps: [] });
  const rehearsed = await run('sync', '--local', computer.root, '--remote', '0', '--dry-run', '--json');
  expect(json(rehearsed)).toEqual({ dry_run: true, total: 0, held: 61, steps: [] });
  expect((await computer.once()).code).toBe(2);

  const listed = await run('held', '--json');
  const [batch] = json(listed).held;
  const told = await run('sync', '--local', computer.root, '--remote', '0', '--once');
  expect(told.stdout.trim().split('\n')).toEqual([
    expect.stringContaining('need attention'),
    expect.stringContaining(`tandem release ${batch.id} --apply`),
  ]);
  expect([listed.code, batch]).toMatchObject([2, { what: 'deletes', direction: 'to-remote', items: 61 }]);
  const whole = await run('held', String(batch.id));
  expect(whole.stdout.trim().split('\n').length).toBe(61);
  const held = { cause: 'batch_held', args: { items: 61, what: 'deletes', direction: 'to-remote' } };
  const problem = { code: 'held_by_guard', ...held };
  expect(json(await run('why', at('many/3.txt'), '--json'))).toMatchObject({
    status: 'blocked',
    problem,
    leftOut: null,
  });
  const status = await run('status', '--json');
  const { attention, ...rest } = json(status);
  expect([status.code, rest]).toMatchObject([2, { running: false, state: 'attention' }]);
  expect(attention).toContainEqual(expect.objectContaining({ ...problem, sentence: expect.any(String) }));

  const restored = await run('release', String(batch.id), '--restore', '--json');
  expect([restored.code, json(restored)]).toMatchObject([0, { restored: 1, failed: [] }]);
  expect(await computer.once()).toMatchObject({ report: { state: 'in_sync', downloaded: 60 } });

  await rm(at('many'), { recursive: true });
  await computer.once();
  const [again] = json(await run('held', '--json')).held;
  expect(again.id).toBeGreaterThan(batch.id);
  const grown = await run('release', String(again.id), '--apply', '--items', '60', '--json');
  expect([grown.code, json(grown).code]).toEqual([1, 'changed_since']);
  expect((await run('release', String(again.id), '--apply', '--items', '61')).code).toBe(0);
  expect(await computer.once()).toMatchObject({ report: { state: 'in_sync', deleted_remote: 1 } });
  expect((await run('held')).code).toBe(0);
}, 300_000);

test('[P50] the journal shows the ids, and one entry is taken back by its own', async () => {
  const lines = (await run('log', '--json')).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const entry = lines.findLast((line) => line.kind === 'trash-remote');
  expect(entry).toMatchObject({ path: 'many', undo: 'possible', batch: expect.any(Number) });
  expect((await run('log')).stdout).toContain(`b${entry.batch}`);
  expect((await run('undo', String(entry.id))).code).toBe(0);
  expect(await computer.once()).toMatchObject({ report: { state: 'in_sync', downloaded: 60 } });
  const twice = await run('undo', String(entry.id), '--json');
  expect([twice.code, json(twice).code]).toEqual([1, 'already_done']);
}, 300_000);

test('words that cannot be followed are said, with how to say them', async () => {
  for (const args of [
    ['resolve', at('plan.txt'), '--keep', 'none'],
    ['release', '1', '--apply', '--restore'],
    ['release', 'one', '--apply'],
    ['release', '1', '--apply', '--items', 'all'],
    ['release', '1', '--restore', '--items', '61'],
    ['undo', 'x'],
    ['undo', '1', '--batch', '2'],
    ['undo', '--batch', 'bb2'],
  ]) {
    const refused = await run(...args);
    expect([args, refused.code, refused.stdout]).toEqual([args, 1, '']);
    expect(refused.stderr.trim().split('\n').length).toBe(2);
  }
}, 300_000);

test('a problem found while the guard holds a large batch is in the status, beside one item for the batch', async () => {
  await mkdir(at('crowd'));
  for (let index = 0; index < 60; index++) await writeFile(at(`crowd/${index}.txt`), `member ${index}`);
  await computer.once();
  for (let index = 0; index < 60; index++) await rm(at(`crowd/${index}.txt`));
  await computer.once();
  await writeFile(at('a\\b.txt'), 'a name that the service refuses');
  await computer.once();
  const { attention, attentionTotal } = json(await run('status', '--json'));
  expect([attention.length, attentionTotal]).toEqual([2, 2]);
  expect(attention).toContainEqual(expect.objectContaining({ path: 'a\\b.txt', code: 'name_not_allowed_by_service' }));
  await rm(at('a\\b.txt'));
  const [batch] = json(await run('held', '--json')).held;
  expect((await run('release', String(batch.id), '--apply')).code).toBe(0);
  expect(await computer.once()).toMatchObject({ report: { state: 'in_sync' } });
}, 300_000);
