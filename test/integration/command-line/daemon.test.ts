import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectControlSocket } from '../../../main/ipc/control-socket.ts';
import { controlSocket } from '../../../main/private/private-socket-path.ts';
import { startForwardProxy } from '../../support/lines/forward-proxy.ts';
import { webUser } from '../../support/people/web-user.ts';
import { eventually, type Running, startTandem, tandem, tandemService } from '../../support/programs/processes.ts';
import { openWorkplace, type Workplace } from '../../support/programs/workplace.ts';
import { createPerson } from '../../support/service/beside.ts';

/** `tandem run` as an unattended process. */
let place: Workplace;
let local: string;
let state: string;
const running: Running[] = [];
const isWindows = process.platform === 'win32';

beforeEach(async () => {
  place = await openWorkplace();
  [local, state] = [join(place.folder, 'files'), join(place.folder, 'state')];
  await mkdir(local);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((process) => process.kill('SIGKILL')));
  await place.close();
});

const flags = (...more: string[]) => ['--state', state, '--base-url', place.service().baseUrl, ...more];
const daemon = (more: string[], env: Record<string, string> = {}): Running => {
  const process = startTandem(['run', ...flags(...more)], { env });
  running.push(process);
  return process;
};
const shortToken = async (login: string, expires: string) => {
  const made = await tandemService([
    'tokens',
    'create',
    '--data',
    place.service().data,
    '--login',
    login,
    '--expires',
    expires,
  ]);
  expect(made.stderr + String(made.code)).toBe('0');
  return made.stdout.trim();
};
const account = async () => JSON.parse((await tandem(['status', '--json', '--state', state])).stdout).account.state;
const link = async (env: Record<string, string>) =>
  expect((await tandem(['roots', 'add', '--local', local, '--remote', '0', ...flags()], { env })).code).toBe(0);

test('[E97][E96] an expired token is replaced in its file: the daemon resumes at once, but not with the token of another account', async () => {
  await link({ TANDEM_TOKEN: place.token });
  const file = join(place.folder, 'token');
  await writeFile(file, await shortToken('ann@example.com', '25s'));
  const process = daemon(['--token-file', file]);
  await eventually('it runs', async () => process.stderr().includes('Keeping 1 folder'), 60_000).catch(
    (error: unknown) => {
      throw new Error(process.stderr(), { cause: error });
    },
  );
  await writeFile(join(local, 'one.txt'), 'one');
  await eventually('uploaded', async () => place.web().find('0', 'one.txt'));
  // Whatever replaces it may remove it first.
  await rm(file);
  // The daemon notices only when it sends a request: a save triggers one.
  const asks = async () => {
    await writeFile(join(local, 'tick.txt'), String(Date.now()));
    return (await account()) === 'signed_out';
  };
  await eventually('signed out', asks, 60_000);
  const bob = await createPerson(place.service().data, 'bob@example.com');
  await writeFile(file, bob);
  await writeFile(join(local, 'two.txt'), 'two');
  await eventually('signed out still', async () => (await account()) === 'signed_out');
  await writeFile(file, place.token);
  await eventually('uploaded', async () => place.web().find('0', 'two.txt'), 60_000);
  expect(await readFile(join(local, 'one.txt'), 'utf8')).toBe('one');
});

test('[E106] the service stops and comes back: the daemon resumes by itself', async () => {
  await link({ TANDEM_TOKEN: place.token });
  daemon([], { TANDEM_TOKEN: place.token });
  await writeFile(join(local, 'one.txt'), 'one');
  await eventually('uploaded', async () => place.web().find('0', 'one.txt'));
  await place.restartService('SIGKILL');
  await writeFile(join(local, 'two.txt'), 'two');
  await eventually('uploaded', async () => place.web().find('0', 'two.txt'), 60_000);
  const made = await place.web().upload('0', 'three.txt', 'three');
  expect(made.name).toBe('three.txt');
  await eventually('here', async () => readFile(join(local, 'three.txt'), 'utf8').catch(() => null), 60_000);
});

// On Windows no program can send this signal.
test.skipIf(isWindows)('a daemon without a terminal, as under nohup, runs on when the session ends', async () => {
  await link({ TANDEM_TOKEN: place.token });
  const process = daemon([], { TANDEM_TOKEN: place.token });
  await eventually('it runs', async () => process.stderr().includes('Keeping 1 folder'));
  process.child.kill('SIGHUP');
  await writeFile(join(local, 'later.txt'), 'later');
  await eventually('uploaded', async () => place.web().find('0', 'later.txt'));
  expect((await process.kill('SIGTERM')).code).toBe(0);
});

test('[E117] a second process on the state is refused; a lock that a kill left behind is broken', async () => {
  await link({ TANDEM_TOKEN: place.token });
  const first = daemon([], { TANDEM_TOKEN: place.token });
  await eventually('it runs', async () => first.stderr().includes('Keeping 1 folder'));
  const second = daemon([], { TANDEM_TOKEN: place.token });
  expect((await second.finished).code).toBe(1);
  expect(second.stderr()).toContain(String(first.pid));
  await first.kill('SIGKILL');
  const third = daemon([], { TANDEM_TOKEN: place.token });
  await eventually('it runs', async () => third.stderr().includes('Keeping 1 folder'));
});

test('[E117] while the service is down, a second process on the state is refused too, and ends', async () => {
  await link({ TANDEM_TOKEN: place.token });
  const first = daemon([], { TANDEM_TOKEN: place.token });
  await eventually('it runs', async () => first.stderr().includes('Keeping 1 folder'));
  await place.service().kill('SIGKILL');
  const second = daemon([], { TANDEM_TOKEN: place.token });
  expect((await second.finished).code).toBe(1);
  expect(second.stderr()).toContain(String(first.pid));
});

test('a daemon whose control socket is in use says so, and ends without syncing on', async () => {
  await link({ TANDEM_TOKEN: place.token });
  const other = createServer().listen(controlSocket(state).path);
  await once(other, 'listening');
  const process = daemon([], { TANDEM_TOKEN: place.token });
  expect((await process.finished).code).toBe(1);
  other.close();
  expect(process.stderr()).toContain('Another Tandem process already answers');
  expect(process.stderr()).toContain('another state folder');
  expect(process.stderr()).not.toContain('something unexpected');
});

test('[E96] started for another account, the folders of the first one are left alone, and it says so', async () => {
  await link({ TANDEM_TOKEN: place.token });
  await writeFile(join(local, 'one.txt'), 'one');
  const bob = await createPerson(place.service().data, 'bob@example.com');
  const process = daemon([], { TANDEM_TOKEN: bob });
  await eventually(
    'it says so',
    async () => process.stderr().includes(`Left alone`) && process.stderr().includes(local),
  );
  await process.kill();
  expect(await place.web().items('0')).toEqual([]);
});

test('[E96] started for another account while the service is down, nothing is sent as that account once it is back', async () => {
  await link({ TANDEM_TOKEN: place.token });
  await writeFile(join(local, 'one.txt'), 'one');
  const bob = await createPerson(place.service().data, 'bob@example.com');
  const bobs = () => webUser(place.service(), bob);
  await place.service().kill('SIGKILL');
  const process = daemon([], { TANDEM_TOKEN: bob });
  await eventually('it runs', async () => process.stderr().includes('Keeping 1 folder'), 60_000);
  await place.restartService('SIGKILL');
  await eventually('signed out', async () => (await account()) === 'signed_out', 60_000);
  await process.kill();
  expect(await bobs().items('0')).toEqual([]);
  daemon([], { TANDEM_TOKEN: place.token });
  await eventually('uploaded', async () => place.web().find('0', 'one.txt'), 60_000);
});

test('a command uses the proxy of its environment, and one that is set in the window while the daemon runs serves its sync from then on', async () => {
  const { host, pathname } = new URL(place.service().baseUrl);
  await using proxy = await startForwardProxy({ 'files.invalid': host });
  // Only the proxy knows the name of this service.
  const far = ['--state', state, '--base-url', `http://files.invalid${pathname}`, '--allow-http'];
  const env = { TANDEM_TOKEN: place.token };
  const inside = { ...env, HTTP_PROXY: proxy.address };
  expect((await tandem(['roots', 'add', '--local', local, '--remote', '0', ...far], { env: inside })).code).toBe(0);
  expect(proxy.asked).not.toEqual([]);
  const process = startTandem(['run', ...far], { env });
  running.push(process);
  await writeFile(join(local, 'one.txt'), 'one');
  await eventually('it runs', async () => process.stderr().includes('Keeping 1 folder'), 60_000);
  await eventually('offline', async () => (await account()) === 'offline', 60_000);
  const control = await connectControlSocket(controlSocket(state));
  expect(await control?.call('settings.set', { proxy: proxy.address })).toMatchObject({ ok: true });
  control?.close();
  await eventually('uploaded', async () => place.web().find('0', 'one.txt'), 60_000);
});
