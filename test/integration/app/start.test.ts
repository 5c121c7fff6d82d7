import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { privateAddress, writeAccount } from '../../../main/account/account-record.ts';

/** Tells each signal that it gets, and ends with the first SIGTERM. */
const electron = `#!${process.execPath}
process.on('SIGINT', () => console.log('SIGINT'));
process.on('SIGTERM', () => {
  console.log('SIGTERM');
  process.exit(7);
});
setInterval(() => undefined, 1000);
console.log('ready');
`;

/** Ends like Electron without its sandbox. */
const aborting = `#!${process.execPath}
process.kill(process.pid, 'SIGTRAP');
`;

let folder: string;
let started: ChildProcess | null = null;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-start-'));
});
afterEach(async () => {
  started?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

// Windows has neither these signals nor programs by their first line.
test.skipIf(process.platform === 'win32')(
  'npm start passes a SIGTERM on to Electron, but no Ctrl-C, which the terminal sends to both',
  async () => {
    await writeFile(path.join(folder, 'electron'), electron, { mode: 0o755 });
    const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder, DISPLAY: ':0' };
    const file = path.resolve(import.meta.dirname, '../../../main/start.ts');
    const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    started = child;
    let output = '';
    const ready = Promise.withResolvers<void>();
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      output += more;
      if (output.includes('ready\n')) ready.resolve();
    });
    const ended = once(child, 'close');
    await ready.promise;
    child.kill('SIGINT');
    child.kill('SIGTERM');
    expect(await ended).toEqual([7, null]);
    expect(output.slice(output.indexOf('ready'))).toBe('ready\nSIGTERM\n');
  },
);

test.skipIf(process.platform === 'win32')(
  'npm start says why Electron could not start, and opens the window in the browser instead',
  async () => {
    await writeFile(path.join(folder, 'electron'), aborting, { mode: 0o755 });
    const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder, DISPLAY: ':0', TANDEM_HOME: folder };
    const file = path.resolve(import.meta.dirname, '../../../main/start.ts');
    const child = spawn(process.execPath, [file, '--welcome'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    started = child;
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (more: string) => {
      said += more;
    });
    const ended = once(child, 'close');
    const links = createInterface({ input: child.stdout });
    const [link] = await Promise.race([once(links, 'line'), ended]);
    expect(link).toMatch(/^http:\/\/(?:[0-9a-f]{16}\.localhost|127\.0\.0\.1):\d+\/open#/);
    expect(said).toContain('Electron could not start: it ended with SIGTRAP.');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
);

/** Loaded into each program: the private service says something and never gets ready. */
const hanging = `if (process.argv.includes('--socket-key')) {
  process.stderr.write('Updating the database.\\n');
  setInterval(() => undefined, 1000);
  await new Promise(() => undefined);
}`;

test.skipIf(process.platform === 'win32').each([
  ['npm start', ['start.ts'], 0],
  ['tandem run', ['cli.ts', 'run'], 1],
] as const)(
  'Ctrl-C ends %s whose private service hangs, once its words are shown',
  async (_what, [file, ...args], code) => {
    const account = { ...privateAddress(path.join(folder, 'service'), 'id'), userId: '1' };
    await mkdir(path.join(folder, 'service'));
    await writeFile(path.join(folder, 'service', 'service.db'), '');
    await writeAccount(path.join(folder, 'client'), account);
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hanging)}`;
    const env = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', TANDEM_HOME: folder, NODE_OPTIONS };
    const program = path.resolve(import.meta.dirname, '../../../main', file);
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    started = child;
    const ended = once(child, 'close');
    const said: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) {
      said.push(line);
      if (line.endsWith('Private service: Updating the database.')) child.kill('SIGINT');
    }
    expect(await ended).toEqual([code, null]);
    expect(said).toHaveLength(1);
  },
);

/** What `npm start` with this argument prints, and its exit code. */
async function startWith(argument: string) {
  const env = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', TANDEM_HOME: folder };
  const file = path.resolve(import.meta.dirname, '../../../main/start.ts');
  const child = spawn(process.execPath, [file, argument], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  started = child;
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { out, err, code };
}

test('npm start --help prints the options and starts nothing', async () => {
  const { out, code } = await startWith('--help');
  expect([out.split('\n')[0], code]).toEqual(['Usage: npm start -- [OPTIONS] [FILE|LINK]...', 0]);
  expect(out).toContain('--welcome');
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['--welcom', "Unknown option '--welcom'."],
  ['Documents', "Only the desktop app opens 'Documents', and it can't start here."],
])('npm start refuses %s and starts nothing', async (argument, message) => {
  const { err, code } = await startWith(argument);
  expect([err.split('\n')[0], code]).toEqual([message, 2]);
  expect(await readdir(folder)).toEqual([]);
});
