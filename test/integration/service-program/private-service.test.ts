import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { privatePlace } from '../../../main/account/account-record.ts';
import { keepPrivateService } from '../../../main/account/private-service/keep-private-service.ts';
import { type PrivateService, startPrivateService } from '../../../main/account/private-service/private-service.ts';
import { serviceProgram } from '../../../main/account/private-service/run-service.ts';
import { webUser } from '../../support/people/web-user.ts';
import { eventually, runBuiltService } from '../../support/programs/processes.ts';

let data: string;
let running: Pick<PrivateService, 'stop'>[];
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'tandem-private-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.stop()));
  await rm(data, { recursive: true, force: true });
});

async function begin(login = 'me@localhost'): Promise<PrivateService> {
  const service = await startPrivateService({ data, login, name: 'Me', run: runBuiltService });
  running.push(service);
  return service;
}

test('a first start makes the one person, and a token of theirs works', async () => {
  const service = await begin();
  const me = await webUser(service.address, await service.newToken()).call('GET', '/users/me?fields=login,role');
  expect(me).toMatchObject({ login: 'me@localhost', role: 'admin' });
});

test('another login at a later start, or another folder, changes neither the person nor the service', async () => {
  const first = await begin();
  const me = await webUser(first.address, await first.newToken()).call('GET', '/users/me?fields=login');
  await first.stop();
  const moved = `${data}-moved`;
  await rename(data, moved);
  data = moved;
  const second = await begin('renamed@localhost');
  expect(await webUser(second.address, await second.newToken()).call('GET', '/users/me?fields=login')).toEqual(me);
  expect(second.address.service).toBe(first.address.service);
  expect(second.address.data).toBe(moved);
});

test('a second start finds the same files on the same socket', async () => {
  const first = await begin();
  const made = await webUser(first.address, await first.newToken()).upload('0', 'kept.txt', 'kept');
  await first.stop();
  const second = await begin();
  expect(second.address).toEqual(first.address);
  expect(String(await webUser(second.address, await second.newToken()).read(made.id))).toBe('kept');
});

test('it listens on no port, and on a socket that only this user can open', async () => {
  const { address } = await begin();
  expect(new URL(address.baseUrl).hostname).toBe('tandem.invalid');
  expect((await stat(address.socket.path)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(address.socket.path))).mode & 0o777).toBe(0o700);
});

test('a data folder that was open to others is closed', async () => {
  await chmod(data, 0o755);
  const service = await begin();
  expect((await stat(data)).mode & 0o777).toBe(0o700);
  await service.stop();
});

test('the service ends with the program that started it, even when that is killed', async () => {
  const runner = `
    const { startPrivateService } = await import(${JSON.stringify(new URL('../../../main/account/private-service/private-service.ts', import.meta.url).href)});
    const { runServiceProcess } = await import(${JSON.stringify(new URL('../../../main/account/private-service/run-service.ts', import.meta.url).href)});
    const service = await startPrivateService({ data: ${JSON.stringify(data)}, login: 'me@localhost', name: 'Me', run: runServiceProcess });
    console.log(service.address.socket.path);`;
  const program = spawn(process.execPath, ['--input-type=module', '-e', runner], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const socket = await new Promise<string>((resolve) =>
    program.stdout.once('data', (line) => resolve(String(line).trim())),
  );
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const probe = connect(socket, () => resolve(true));
      probe.once('error', () => resolve(false));
      probe.once('connect', () => probe.destroy());
    });
  expect(await answers()).toBe(true);
  program.kill('SIGKILL');
  await eventually('the service to end', async () => !(await answers()));
});

test('the service ends also with a program that was killed before it served, and the next start finds its data free', async () => {
  const args = ['start', '--data', data, '--socket', privatePlace(data).socket.path];
  const runner = `
    const { spawn } = await import('node:child_process');
    const args = ${JSON.stringify([serviceProgram, ...args])};
    spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    console.log('started');`;
  const program = spawn(process.execPath, ['--input-type=module', '-e', runner], { stdio: ['ignore', 'pipe', 'pipe'] });
  await once(program.stdout, 'data');
  program.kill('SIGKILL');
  // Both processes hold the pipe, so it ends with the last of them.
  await text(program.stderr);
  const service = await begin();
  expect(await service.newToken()).not.toBe('');
});

test('a program that cannot be run is the reason why the service does not start, or makes no token', async () => {
  const person = { data, login: 'me@localhost', name: 'Me' };
  const missing = () => spawn('/nonexistent/node', { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const failed = { code: 'private_service_failed', message: expect.stringContaining('/nonexistent/node ENOENT') };
  await expect(startPrivateService({ ...person, run: missing })).rejects.toMatchObject(failed);
  const run = (args: readonly string[]) => (args[0] === 'start' ? runBuiltService(args) : missing());
  const service = await startPrivateService({ ...person, run });
  running.push(service);
  await expect(service.newToken()).rejects.toMatchObject(failed);
});

test('a service that cannot start says whether it met trouble here or a fault of its own', async () => {
  const person = { data, login: 'me@localhost', name: 'Me', run: runBuiltService };
  await begin();
  await expect(startPrivateService(person)).rejects.toMatchObject({ isExplained: true });
  await Promise.all(running.splice(0).map((service) => service.stop()));
  await writeFile(join(data, 'service.db'), 'no database');
  await expect(startPrivateService(person)).rejects.toMatchObject({ isExplained: false });
});

test('a service that crashes while it starts, or makes a token, explains nothing', async () => {
  const crash = 'data:text/javascript,setTimeout(() => { throw new Error("bug"); }, 1)';
  const crashing = (args: readonly string[]) =>
    spawn(process.execPath, ['--import', crash, serviceProgram, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const person = { data, login: 'me@localhost', name: 'Me' };
  const failed = { isExplained: false, message: expect.stringContaining('bug') };
  await expect(startPrivateService({ ...person, run: crashing })).rejects.toMatchObject(failed);
  const run = (args: readonly string[]) => (args[0] === 'start' ? runBuiltService(args) : crashing(args));
  const service = await startPrivateService({ ...person, run });
  running.push(service);
  await expect(service.newToken()).rejects.toMatchObject(failed);
});

test.skipIf(process.platform === 'win32')('a service that does not stop in time is killed', async () => {
  const { baseUrl: base_url, uploadUrl: upload_url, socket } = privatePlace(data);
  const ready = JSON.stringify({ ready: true, base_url, upload_url, socket: socket.path, service_id: 'id' });
  const stuck = `process.on('SIGTERM', () => undefined); console.log('${ready}'); setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['-e', stuck], { stdio: ['ignore', 'pipe', 'pipe'] });
  const person = { data, login: 'me@localhost', name: 'Me' };
  const service = await startPrivateService({ ...person, run: () => child, stopWithinMs: 100 });
  await service.stop();
  expect(child.signalCode).toBe('SIGKILL');
});

test('a program that does not say where it serves is ended', async () => {
  const other = ['-e', 'console.log("Hello"); setInterval(() => undefined, 1000);'];
  const child = spawn(process.execPath, other, { stdio: ['ignore', 'pipe', 'pipe'] });
  const options = { data, login: 'me@localhost', name: 'Me', run: () => child };
  await expect(startPrivateService(options)).rejects.toThrow();
  expect(child.signalCode).toBe('SIGTERM');
});

test.skipIf(process.platform === 'win32')(
  'what a terminal sends to all of its processes does not end the service before the client does',
  async () => {
    let child: ChildProcess | undefined;
    const run = (args: readonly string[]) => {
      child = spawn(process.execPath, [serviceProgram, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
      return child;
    };
    const service = await startPrivateService({ data, login: 'me@localhost', name: 'Me', run });
    running.push(service);
    const served = child;
    for (const signal of ['SIGINT', 'SIGHUP'] as const) served?.kill(signal);
    // Takes longer than an unused service needs to end.
    await webUser(service.address, await service.newToken()).call('GET', '/users/me');
    await service.stop();
    expect([served?.exitCode, served?.signalCode]).toEqual([0, null]);
  },
);

test.skipIf(process.platform === 'win32')(
  'Ctrl-C in a terminal leaves it to the client to end the service',
  async () => {
    const source = (file: string): string =>
      JSON.stringify(new URL(`../../../main/account/private-service/${file}`, import.meta.url).href);
    const runner = `
    const { keepPrivateService } = await import(${source('keep-private-service.ts')});
    const { runServiceProcess } = await import(${source('run-service.ts')});
    const options = { data: ${JSON.stringify(data)}, login: 'me@localhost', name: 'Me', run: runServiceProcess };
    const service = await keepPrivateService(options, { nowMs: () => performance.now(), sleep: async () => undefined, warn: console.log });
    process.once('SIGINT', async () => {
      // Takes longer than an unused service needs to end.
      await service.newToken();
      await service.stop();
      console.log('stopped');
    });
    console.log('started');`;
    const program = spawn(process.execPath, ['--input-type=module', '-e', runner], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const lines = createInterface({ input: program.stdout });
    const said: string[] = [];
    // Like a terminal, to every process of the group.
    lines.once('line', () => process.kill(-Number(program.pid), 'SIGINT'));
    for await (const line of lines) said.push(line);
    expect(said).toEqual(['started', 'stopped']);
  },
);

test('a killed service is restarted on its socket, with all its data', async () => {
  const children: ChildProcess[] = [];
  const warnings: string[] = [];
  const service = await keepPrivateService(
    {
      data,
      login: 'me@localhost',
      name: 'Me',
      run: (args) => {
        const child = runBuiltService(args);
        if (args[0] === 'start') children.push(child);
        return child;
      },
    },
    { nowMs: () => 0, sleep: async () => undefined, warn: (message) => warnings.push(message) },
  );
  running.push(service);
  const token = await service.newToken();
  const made = await webUser(service.address, token).upload('0', 'kept.txt', 'kept');
  children.at(-1)?.kill('SIGKILL');
  const read = () =>
    webUser(service.address, token)
      .read(made.id)
      .catch(() => null);
  await eventually('the service to end', async () => children.at(-1)?.signalCode === 'SIGKILL' || children.length > 1);
  expect(String(await eventually('the service to be back', read))).toBe('kept');
  expect(warnings).toEqual(['The private service ended unexpectedly; it is started again.']);
});

test('a service that keeps ending soon after its start is restarted less and less often, and counts as failing', async () => {
  const { baseUrl: base_url, uploadUrl: upload_url, socket } = privatePlace(data);
  const ready = JSON.stringify({ ready: true, base_url, upload_url, socket: socket.path, service_id: 'id' });
  const run = () => spawn(process.execPath, ['-e', `console.log('${ready}')`], { stdio: ['ignore', 'pipe', 'pipe'] });
  const pauses: (readonly [number, boolean])[] = [];
  const many = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let looks = 0;
  // It looks when a service is ready, and at its end; at a restart also before. The sixth runs for a minute.
  const nowMs = () => (++looks < 17 ? 0 : 60_000);
  const sleep = async (ms: number) => {
    pauses.push([ms, service.failure() !== null]);
    if (pauses.length < 7) return;
    many.resolve();
    await held.promise;
  };
  const person = { data, login: 'me@localhost', name: 'Me' };
  const service = await keepPrivateService({ ...person, run }, { nowMs, sleep, warn: () => undefined });
  running.push(service);
  await many.promise;
  expect(pauses).toEqual([
    [500, false],
    [1_000, false],
    [2_000, true],
    [4_000, true],
    [8_000, true],
    [500, false],
    [1_000, false],
  ]);
  held.resolve();
});

/** Services that run these programs, one after another; the last one as often as asked. */
function playing(...programs: readonly string[]) {
  const { baseUrl: base_url, uploadUrl: upload_url, socket } = privatePlace(data);
  const ready = JSON.stringify({ ready: true, base_url, upload_url, socket: socket.path, service_id: 'id' });
  const children: ChildProcess[] = [];
  const run = (): ChildProcess => {
    const program = programs[children.length] ?? programs.at(-1) ?? '';
    const args = ['-e', `const ready = () => console.log('${ready}'); ${program}`];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    return child;
  };
  return { options: { data, login: 'me@localhost', name: 'Me', run, stopWithinMs: 100 }, children };
}
const HANGS = 'setInterval(() => undefined, 1000);';
const DIES = "console.error('FATAL: disk I/O error'); process.exitCode = 1;";

test('a first start that hangs ends with its signal, and so does its process', async () => {
  const { options, children } = playing(HANGS);
  const stopping = new AbortController();
  const started = keepPrivateService(
    options,
    { nowMs: () => 0, sleep: async () => undefined, warn: expect.fail },
    stopping.signal,
  );
  stopping.abort(new Error('No longer wanted.'));
  await expect(started).rejects.toThrow('No longer wanted.');
  expect(children.map(({ signalCode }) => signalCode)).toEqual(['SIGTERM']);
  await expect(
    keepPrivateService(options, { nowMs: () => 0, sleep: async () => undefined, warn: expect.fail }, stopping.signal),
  ).rejects.toThrow();
  expect(children).toHaveLength(1);
});

test('a restart that hangs can be stopped, and counts as failing after a minute; the warning holds what the service wrote', async () => {
  const { options, children } = playing(`ready(); ${DIES}`, HANGS);
  const warnings: string[] = [];
  const heard: string[] = [];
  let now = 0;
  const service = await keepPrivateService(
    { ...options, hear: (line) => heard.push(line) },
    { nowMs: () => now, sleep: async () => undefined, warn: (message) => warnings.push(message) },
  );
  await eventually('the restart', async () => children.length === 2);
  expect(service.failure()).toBeNull();
  now = 60_000;
  expect(service.failure()).toBe('FATAL: disk I/O error');
  expect(warnings).toEqual([
    'The private service ended unexpectedly; it is started again. Its last lines:\nFATAL: disk I/O error',
  ]);
  expect(heard).toEqual(['FATAL: disk I/O error']);
  await service.stop();
  expect(children[1]?.signalCode).toBe('SIGTERM');
});

test('a service that does not start again says why', async () => {
  const { options } = playing('ready();', DIES);
  const warnings: string[] = [];
  const service = await keepPrivateService(options, {
    nowMs: () => 0,
    sleep: async (ms, signal) => {
      if (ms > 2_000) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    },
    warn: (message) => warnings.push(message),
  });
  running.push(service);
  await eventually('it is failing', async () => service.failure() !== null);
  expect(service.failure()).toContain('FATAL: disk I/O error');
  expect(warnings.slice(1)).toContain(
    'The private service did not start again: The private service did not start: FATAL: disk I/O error',
  );
});

test.skipIf(process.platform === 'win32')(
  'a token that is not issued in time is no longer wanted after the stop',
  async () => {
    const { options, children } = playing(`ready(); ${HANGS}`, HANGS);
    const service = await keepPrivateService(options, {
      nowMs: () => 0,
      sleep: async () => undefined,
      warn: expect.fail,
    });
    const refused = expect(service.newToken()).rejects.toThrow();
    await service.stop();
    await refused;
    expect(children.map(({ signalCode }) => signalCode)).toEqual(['SIGTERM', 'SIGTERM']);
  },
);
