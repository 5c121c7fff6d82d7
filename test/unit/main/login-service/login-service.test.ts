import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loginService, type RunSystem } from '../../../../main/login-service/login-service.ts';
import { launchdJob, systemdUnit, unitFile } from '../../../../main/login-service/units.ts';

let home: string;
let asked: string[];
/** The commands that the system refuses, by their beginning. */
let refused: string[];

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tandem-service-'));
  asked = [];
  refused = [];
});
afterEach(() => rm(home, { recursive: true, force: true }));

const run: RunSystem = async (program, args) => {
  const command = [program, ...args].join(' ');
  asked.push(command);
  if (args[0] === 'print' && !asked.some((earlier) => earlier.includes('bootstrap'))) throw new Error('no such job');
  if (refused.some((start) => command.startsWith(start))) throw new Error(`${command}: refused`);
  return 'state = running';
};
const started = (state = path.join(home, 'state')) => ({
  program: ['/usr/bin/node', '/opt/tandem/bin/tandem.mjs'],
  state,
  logFile: path.join(home, 'state/service.log'),
});
const open = (platform: 'linux' | 'darwin', state?: string) => {
  const file = unitFile(platform, home, {});
  if (file === null) throw new Error('no file');
  return { file, service: loginService({ platform, file, started: started(state), userId: 501, run }) };
};

test('systemd: installed, it is enabled and runs; removed, nothing of it is left', async () => {
  const { file, service } = open('linux');
  expect(await service.state()).toEqual({ isInstalled: false, isRunning: false, isStale: false, file });
  expect(file).toBe(path.join(home, '.config/systemd/user/tandem.service'));
  expect(await service.install()).toEqual({ isInstalled: true, isRunning: true, isStale: false, file });
  expect(asked).toEqual([
    'systemctl --user daemon-reload',
    'systemctl --user enable tandem.service',
    'systemctl --user restart tandem.service',
    'systemctl --user is-active --quiet tandem.service',
  ]);
  refused = ['systemctl --user is-active'];
  expect(await service.state()).toMatchObject({ isInstalled: true, isRunning: false });
  asked = [];
  refused = ['systemctl --user disable'];
  await service.uninstall();
  expect(asked).toEqual(['systemctl --user disable --now tandem.service', 'systemctl --user daemon-reload']);
  await expect(access(file)).rejects.toThrow('ENOENT');
});

test('launchd: a new install ends the old job first, and a removal leaves nothing', async () => {
  const { file, service } = open('darwin');
  refused = ['launchctl bootout'];
  expect(await service.install()).toEqual({ isInstalled: true, isRunning: true, isStale: false, file });
  expect(asked).toEqual([
    'launchctl bootout gui/501/app.tandem.sync.run',
    'launchctl print gui/501/app.tandem.sync.run',
    'launchctl enable gui/501/app.tandem.sync.run',
    `launchctl bootstrap gui/501 ${file}`,
    'launchctl print gui/501/app.tandem.sync.run',
  ]);
  await service.uninstall();
  await expect(access(file)).rejects.toThrow('ENOENT');
});

describe('launchd: an installation over a running job', () => {
  /** The job leaves after this many questions; only then launchd takes another of its name, and not at once. */
  const leaving = (questions: number, refusals: number) => {
    const { file } = open('darwin');
    let [left, refusing] = [questions, refusals];
    const waits: number[] = [];
    const answer: RunSystem = async (program, args) => {
      asked.push([program, ...args].join(' '));
      const isThere = left > 0;
      if (args[0] === 'print' && isThere) left -= 1;
      else if (args[0] === 'print' && !asked.at(-2)?.includes('bootstrap')) throw new Error('Could not find service');
      if (args[0] === 'bootstrap' && (isThere || refusing-- > 0)) throw new Error('Bootstrap failed: 5');
      return 'state = running';
    };
    const sleep = async (ms: number) => void waits.push(ms);
    const service = loginService({ platform: 'darwin', file, started: started(), userId: 501, run: answer, sleep });
    return { service, waits };
  };
  const bootstraps = () => asked.filter((command) => command.includes('bootstrap')).length;

  test('waits for its end', async () => {
    const { service, waits } = leaving(3, 0);
    expect(await service.install()).toMatchObject({ isRunning: true });
    expect([bootstraps(), waits.length]).toEqual([1, 3]);
  });

  test('tries once more', async () => {
    expect(await leaving(1, 1).service.install()).toMatchObject({ isRunning: true });
    expect(bootstraps()).toBe(2);
  });

  test('says what launchd says of a job that never ends, after half a minute', async () => {
    const { service, waits } = leaving(Infinity, 0);
    await expect(service.install()).rejects.toThrow('Bootstrap failed: 5');
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(30_000);
  });
});

test('a file that starts something else is stale, and installing again mends it', async () => {
  const { file, service } = open('linux');
  await open('linux', '/another/state').service.install();
  expect(await service.state()).toMatchObject({ isInstalled: true, isStale: true });
  expect(await service.install()).toMatchObject({ isStale: false });
  expect(await readFile(file, 'utf8')).toContain(path.join(home, 'state'));
});

test('a system that refuses says so, and the file stays for another try', async () => {
  const { service } = open('linux');
  refused = ['systemctl --user enable'];
  await expect(service.install()).rejects.toThrow('systemctl --user enable tandem.service: refused');
  expect(await service.state()).toMatchObject({ isInstalled: true });
});

const odd = '/home/ann b/100% "of" $HOME\\x & <y>';

test('systemd: every path is one word, whatever it holds', () => {
  const unit = systemdUnit({ program: ['/usr/bin/node'], state: odd, logFile: '/log' });
  expect(unit).toContain(
    String.raw`ExecStart="/usr/bin/node" "run" "--state" "/home/ann b/100%% \"of\" $$HOME\\x & <y>"`,
  );
  expect(unit.split('\n')).toContain('Environment=MALLOC_ARENA_MAX=1');
});

test('systemd: the link to the window, on standard output, does not reach the journal', () => {
  const lines = systemdUnit({ program: ['/usr/bin/node'], state: '/state', logFile: '/log' }).split('\n');
  expect(lines).toContain('StandardOutput=null');
  // Messages go to standard error, and so to the journal.
  expect(lines.some((line) => line.startsWith('StandardError='))).toBe(false);
});

test('systemd itself finds nothing wrong with the unit', async () => {
  const file = path.join(home, 'tandem.service');
  const program = [process.execPath];
  await writeFile(file, systemdUnit({ program, state: '/home/ann/state of mine', logFile: '/log' }));
  const verified = await promisify(execFile)('systemd-analyze', ['--user', 'verify', '--man=no', file]).catch(
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );
  // Without systemd there is no verdict; a complaint would name a line of this file.
  expect(JSON.stringify(verified)).not.toMatch(/tandem\.service:\d+/);
});

test('launchd: every path is text, whatever it holds', () => {
  const job = launchdJob({ program: ['/usr/local/bin/node'], state: odd, logFile: '/log' });
  expect(job).toContain('<string>/home/ann b/100% "of" $HOME\\x &amp; &lt;y&gt;</string>');
});

test.each([
  ['linux', { XDG_CONFIG_HOME: '/etc/mine' }, '/etc/mine/systemd/user/tandem.service'],
  ['darwin', {}, '/Users/ann/Library/LaunchAgents/app.tandem.sync.run.plist'],
  ['win32', {}, null],
] as const)('the file on %s', (platform, env, file) => {
  expect(unitFile(platform, '/Users/ann', env)).toBe(file);
});
