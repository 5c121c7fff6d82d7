import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeToOthers, openPrivate, writePrivate } from '../../../main/private/open-private.ts';
import { privateSocketPath } from '../../../main/private/private-socket-path.ts';

let folder: string;
const modeOf = (path: string): number => statSync(path).mode & 0o777;
const isUnix = process.platform !== 'win32';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-private-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.runIf(isUnix)('files and folders are created for their owner alone, whatever the umask', () => {
  const umask = process.umask(0);
  try {
    openPrivate('folder', join(folder, 'a', 'b'));
    openPrivate('file', join(folder, 'a', 'c'));
    writePrivate(join(folder, 'd', 'e.json'), '{}');
  } finally {
    process.umask(umask);
  }
  expect(['a', 'a/b', 'a/c', 'd', 'd/e.json'].map((name) => modeOf(join(folder, name)).toString(8))).toEqual([
    '700',
    '700',
    '600',
    '700',
    '600',
  ]);
});

test.runIf(isUnix)('what an earlier version left open is closed, and keeps its content', () => {
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'secrets.json'), 'kept', { mode: 0o644 });
  mkdirSync(join(folder, 'one-off'), { mode: 0o755 });
  openPrivate('folder', folder);
  closeToOthers(folder);
  expect([folder, join(folder, 'one-off'), join(folder, 'secrets.json')].map(modeOf)).toEqual([0o700, 0o700, 0o600]);
  expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe('kept');
});

test('files that another process removes while the folder is closed are no error, and do not come back', async () => {
  // A child removes the files while this process, which reads the folder synchronously, closes it.
  const script = `
    const { readdirSync, rmSync } = require('node:fs');
    process.stdout.write('ready');
    for (const name of readdirSync(process.argv[1])) rmSync(process.argv[1] + '/' + name);`;
  for (let file = 0; file < 2_000; file += 1) writeFileSync(join(folder, `${file}`), '', { mode: 0o644 });
  const child = spawn(process.execPath, ['-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  closeToOthers(folder);
  if (child.exitCode === null) await once(child, 'exit');
  expect(readdirSync(folder)).toEqual([]);
});

test('a link in the place of one of our files is refused, and its target stays unchanged', () => {
  const elsewhere = join(folder, 'elsewhere');
  writeFileSync(elsewhere, 'of another user');
  symlinkSync(elsewhere, join(folder, 'store.db'));
  expect(() => openPrivate('file', join(folder, 'store.db'))).toThrow(/is a link/);
  expect(readFileSync(elsewhere, 'utf8')).toBe('of another user');
});

test.runIf(process.getuid?.() === 0)('a folder of another user is refused, with the command that helps', () => {
  chmodSync(folder, 0o755);
  const foreign = join(folder, 'state');
  mkdirSync(foreign, { mode: 0o777 });
  chmodSync(foreign, 0o777);
  const module = pathToFileURL(join(import.meta.dirname, '../../../main/private/open-private.ts')).href;
  const script = `
    process.setgroups([]); process.setgid(65534); process.setuid(65534);
    try { openPrivate('folder', ${JSON.stringify(foreign)}); console.log('opened'); }
    catch (error) { console.log(error.code, error.remedy); }`;
  const program = `import { openPrivate } from ${JSON.stringify(module)};${script}`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(run.stdout.trim()).toBe(`not_private Use another folder, or run: sudo chown -R 65534 ${foreign}`);
});

test.runIf(isUnix)(
  'a folder that all users share stays as it is: refused as ours, and left alone beside a file of ours',
  () => {
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    writePrivate(join(shared, 'report.json'), '{}');
    expect([modeOf(join(shared, 'report.json')), statSync(shared).mode & 0o7777]).toEqual([0o600, 0o1777]);
    expect(() => openPrivate('folder', shared)).toThrow(/is shared by all users/);
    expect(statSync(shared).mode & 0o7777).toBe(0o1777);
  },
);

test.runIf(isUnix)('a file of ours leaves the permissions of a folder of the person as they are', () => {
  const desktop = join(folder, 'Desktop');
  mkdirSync(desktop);
  chmodSync(desktop, 0o755);
  writePrivate(join(desktop, 'report.json'), '{}');
  expect(modeOf(desktop)).toBe(0o755);
});

test('a file that cannot be written says what the disk said', () => {
  mkdirSync(join(folder, 'account.json.new'));
  expect(() => writePrivate(join(folder, 'account.json'), '{}')).toThrow(/EISDIR.*open/);
});

test('the folder for sockets whose path is too long is private, or refused', () => {
  vi.stubEnv('XDG_RUNTIME_DIR', folder);
  const path = privateSocketPath(join(folder, 'x'.repeat(200)), 'control.sock');
  expect(path.length).toBeLessThan(104);
  expect(existsSync(join(path, '..'))).toBe(true);
  if (isUnix) expect(modeOf(join(path, '..'))).toBe(0o700);
});
