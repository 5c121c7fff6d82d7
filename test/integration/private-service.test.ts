import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepPrivateService } from '../../main/account/keep-private-service.ts';
import { type PrivateService, startPrivateService } from '../../main/account/private-service.ts';
import { runServiceProcess } from '../../main/account/run-service.ts';
import { eventually } from '../support/processes.ts';
import { webUser } from '../support/web-user.ts';

let data: string;
let running: PrivateService[];
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'tandem-private-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.stop()));
  await rm(data, { recursive: true, force: true });
});

async function begin(): Promise<PrivateService> {
  const service = await startPrivateService({ data, login: 'me@localhost', name: 'Me', run: runServiceProcess });
  running.push(service);
  return service;
}

test('a first start makes the one person, and a token of theirs works', async () => {
  const service = await begin();
  const me = await webUser(service, await service.newToken()).call('GET', '/users/me?fields=login,role');
  expect(me).toMatchObject({ login: 'me@localhost', role: 'admin' });
});

test('a second start takes the same port and finds the same files', async () => {
  const first = await begin();
  const made = await webUser(first, await first.newToken()).upload('0', 'kept.txt', 'kept');
  await first.stop();
  const second = await begin();
  expect(second.baseUrl).toBe(first.baseUrl);
  expect(String(await webUser(second, await second.newToken()).read(made.id))).toBe('kept');
});

test('a port that somebody else took meanwhile does not stop the start', async () => {
  const first = await begin();
  const { port } = new URL(first.baseUrl);
  await first.stop();
  const squatter = spawn(process.execPath, [
    '-e',
    `require('net').createServer().listen(${port}, '127.0.0.1', () => console.log('up'))`,
  ]);
  await new Promise((resolve) => squatter.stdout.once('data', resolve));
  const second = await begin();
  squatter.kill();
  expect(second.baseUrl).not.toBe(first.baseUrl);
});

test('the service ends with the program that started it, even when that is killed', async () => {
  const runner = `
    const { startPrivateService } = await import(${JSON.stringify(new URL('../../main/account/private-service.ts', import.meta.url).href)});
    const { runServiceProcess } = await import(${JSON.stringify(new URL('../../main/account/run-service.ts', import.meta.url).href)});
    const service = await startPrivateService({ data: ${JSON.stringify(data)}, login: 'me@localhost', name: 'Me', run: runServiceProcess });
    console.log(service.baseUrl);`;
  const program = spawn(process.execPath, ['--input-type=module', '-e', runner], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const baseUrl = await new Promise<string>((resolve) =>
    program.stdout.once('data', (line) => resolve(String(line).trim())),
  );
  const answers = () =>
    fetch(`${baseUrl}/users/me`).then(
      () => true,
      () => false,
    );
  expect(await answers()).toBe(true);
  program.kill('SIGKILL');
  await eventually('the service to end', async () => !(await answers()));
});

test('a service that is killed is started again on its port, with all that it had', async () => {
  const children: ChildProcess[] = [];
  const warnings: string[] = [];
  const service = await keepPrivateService(
    {
      data,
      login: 'me@localhost',
      name: 'Me',
      run: (args) => {
        const child = runServiceProcess(args);
        if (args[0] === 'start') children.push(child);
        return child;
      },
    },
    { sleep: async () => undefined, warn: (message) => warnings.push(message) },
  );
  running.push(service);
  const token = await service.newToken();
  const made = await webUser(service, token).upload('0', 'kept.txt', 'kept');
  children.at(-1)?.kill('SIGKILL');
  const read = () =>
    webUser(service, token)
      .read(made.id)
      .catch(() => null);
  await eventually('the service to end', async () => children.at(-1)?.signalCode === 'SIGKILL' || children.length > 1);
  expect(String(await eventually('the service to be back', read))).toBe('kept');
  expect(warnings).toEqual(['The private service ended unexpectedly; it is started again.']);
});
