import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha1OfFile } from '../../support/files/disk-tree.ts';
import { eventually, type Finished, tandem, tandemService } from '../../support/programs/processes.ts';
import { type Computer, openWorkplace, type Workplace } from '../../support/programs/workplace.ts';

/** The commands beside `sync`: one-off transfers, and those that ask the process that runs. */
let place: Workplace;
let computer: Computer;
beforeAll(async () => {
  place = await openWorkplace();
  computer = await place.computer('desk');
});
afterAll(() => place.close());

const run = (...args: string[]): Promise<Finished> =>
  tandem([...args, ...computer.flags], { env: { TANDEM_TOKEN: place.token } });
const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex');

test('upload, ls and download of a small and a large file give the same bytes', async () => {
  const files = { 'small.txt': randomBytes(1_000), 'large.bin': randomBytes(30_000_000) };
  const folder = await place.web().createFolder('0', 'one-off');
  const paths = Object.keys(files).map((name) => join(place.folder, name));
  await Promise.all(Object.entries(files).map(([name, bytes]) => writeFile(join(place.folder, name), bytes)));

  const sent = await run('upload', ...paths, '--to', folder.id, '--json');
  expect([sent.code, sent.stderr]).toEqual([0, '']);
  const lines = sent.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject(paths.map((path) => ({ ok: true, path, outcome: 'uploaded' })));

  const listed = await run('ls', '/one-off', '--json');
  const items = JSON.parse(listed.stdout) as { id: string; name: string; sha1: string }[];
  expect(Object.fromEntries(items.map((item) => [item.name, item.sha1]))).toEqual(
    Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, sha1(bytes)])),
  );

  const to = join(place.folder, 'fetched');
  await mkdir(to);
  const fetched = await run('download', folder.id, '--to', to, '--json');
  expect(fetched.code).toBe(0);
  for (const [name, bytes] of Object.entries(files))
    expect(await sha1OfFile(join(to, 'one-off', name))).toBe(sha1(bytes));
  expect(await readdir(to)).toEqual(['one-off']);
  expect((await run('download', folder.id, '--to', to)).code).toBe(0);
});

test.skipIf(process.platform === 'win32')(
  'a folder of more files than a process may open is checked in full when it is downloaded again',
  async () => {
    const folder = await place.web().createFolder('0', 'many');
    const to = join(place.folder, 'many-fetched');
    await mkdir(join(to, 'many'), { recursive: true });
    const names = Array.from({ length: 600 }, (_, index) => `${index}.txt`);
    for (const name of names) {
      await place.web().upload(folder.id, name, name);
      await writeFile(join(to, 'many', name), name);
    }
    const env = { TANDEM_TOKEN: place.token };
    const args = ['download', folder.id, '--to', to, '--json', ...computer.flags];
    const fetched = await tandem(args, { env, maxOpenFiles: 256 });
    expect([fetched.code, fetched.stderr]).toEqual([0, '']);
    expect(fetched.stdout.trim().split('\n')).toHaveLength(names.length);
  },
  300_000,
);

test('an upload over a name makes a new version, a download never overwrites another file', async () => {
  const path = join(place.folder, 'versioned.txt');
  await writeFile(path, 'first');
  const made = JSON.parse((await run('upload', path, '--json')).stdout);
  await writeFile(path, 'second');
  expect(JSON.parse((await run('upload', path, '--json')).stdout)).toMatchObject({
    id: made.id,
    outcome: 'new version',
  });
  // The same command again, as after an interruption.
  expect(JSON.parse((await run('upload', path, '--json')).stdout)).toMatchObject({ id: made.id, outcome: 'unchanged' });
  expect((await place.web().call('GET', `/files/${made.id}/versions`)).total_count).toBe(1);

  const mine = join(place.folder, 'mine');
  await mkdir(mine);
  await writeFile(join(mine, 'versioned.txt'), 'something else');
  const refused = await run('download', made.id, '--to', mine);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('Another file has this name already');
  expect(await readFile(join(mine, 'versioned.txt'), 'utf8')).toBe('something else');
});

test('a missing file or item is reported, with advice', async () => {
  for (const args of [
    ['upload', join(place.folder, 'no-such-file')],
    ['upload', place.folder],
    ['upload', join(place.folder, 'versioned.txt'), '--to', '999999999'],
    ['ls', '/no/such/folder'],
    ['ls', '999999999'],
    ['download', '999999999'],
  ]) {
    const end = await run(...args);
    expect([args, end.code]).toEqual([args, 1]);
    expect(end.stderr.length).toBeGreaterThan(20);
    expect(end.stderr).not.toMatch(/\n\s+at /);
  }
});

test('status, why, pause, resume and log reach the process that syncs, and the state when none does', async () => {
  const root = (name: string) => join(computer.root, name);
  await writeFile(root('watched.txt'), 'watched');
  await mkdir(root('docs'));
  await writeFile(root('docs/inner.txt'), 'inner');
  const syncing = computer.sync();
  const ask = async (...args: string[]) => {
    const end = await tandem([...args, '--json', '--state', computer.state]);
    return end.stdout
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };
  const inSync = () => eventually('in sync', async () => (await ask('status'))[0]?.state === 'in_sync');
  await inSync();
  expect((await ask('status'))[0]).toMatchObject({ running: true, roots: [{ localPath: computer.root }] });
  expect((await ask('why', root('watched.txt')))[0]).toMatchObject({ status: 'synced' });
  expect((await ask('log')).map((entry) => entry.path)).toContain('watched.txt');

  await ask('pause', '--for', '10m');
  expect((await ask('status'))[0].state).toBe('paused');
  await writeFile(root('while-paused.txt'), 'later');
  expect(await place.web().find('0', 'while-paused.txt')).toBeUndefined();
  await ask('resume');
  await inSync();
  expect(await place.web().find('0', 'while-paused.txt')).toBeDefined();

  expect((await syncing.kill('SIGTERM')).code).toBe(0);
  const stopped = { state: 'paused', sentence: 'Syncing is stopped' };
  const stoppedRoot = { state: 'paused', sentence: 'Syncing is stopped.' };
  expect((await ask('status'))[0]).toMatchObject({ running: false, ...stopped, roots: [stoppedRoot] });
  const logged = async (path: string) => (await ask('log', '--path', path)).map((entry) => entry.path);
  const one = relative(process.cwd(), root('docs'));
  for (const path of ['docs', 'docs/', './docs', root('docs'), one, `${one}/`])
    expect([path, await logged(path)]).toEqual([path, ['docs', 'docs/inner.txt']]);
  expect(await logged('watched.txt')).toEqual(['watched.txt']);
  expect(await logged(computer.root)).toContain('watched.txt');
  const outside = await tandem(['log', '--path', dirname(computer.root), '--state', computer.state]);
  expect([outside.code, outside.stderr]).toEqual([1, expect.stringContaining('is not in a synced folder')]);
  expect(await ask('log', '--since', '2100-01-01T00:00:00Z')).toEqual([]);
});

test('each command explains itself, and both programs tell their version', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  for (const program of [tandem, tandemService])
    expect(await program(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  const overview = (await tandem(['--help'])).stdout;
  for (const name of ['sync', 'status', 'why', 'upload', 'download', 'ls', 'pause', 'resume', 'log', 'open']) {
    expect(overview).toContain(`  ${name}`);
    const help = await tandem([name, '--help']);
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toContain(`Usage: tandem ${name}`);
    expect(help.stdout).toContain('--state DIR');
  }
});
