import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually, type Running, startTandemService, tandemService } from '../../support/programs/processes.ts';
import { createPerson } from '../../support/service/beside.ts';
import { askSocket } from '../../support/service/callers/socket-caller.ts';

let folder: string;
let data: string;
let socket: string;
let running: Running[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-socket-'));
  data = path.join(folder, 'data');
  socket = path.join(folder, 'run', 'service.sock');
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.kill('SIGKILL')));
  await rm(folder, { recursive: true, force: true });
});

async function started(): Promise<Record<'base_url' | 'socket', string>> {
  const service = startTandemService(['start', '--data', data, '--socket', socket]);
  running.push(service);
  const line = await eventually('it answers', async () => /^\{.*\}\n/.exec(service.stdout())?.[0]);
  return JSON.parse(line);
}

const modeOf = async (place: string) => (await stat(place)).mode & 0o777;

test('a service on a socket answers there, for its own user alone', async () => {
  const ready = await started();
  expect(ready).toMatchObject({ socket, base_url: 'http://tandem.invalid/2.0' });
  expect([await modeOf(socket), await modeOf(path.dirname(socket))]).toEqual([0o600, 0o700]);
  const token = await createPerson(data, 'ann@example.com');
  const me = await askSocket(socket, `${ready.base_url}/users/me`, token);
  expect(me).toMatchObject({ status: 200, json: { login: 'ann@example.com' } });
  expect((await askSocket(socket, `${ready.base_url}/users/me`, 'wrong')).status).toBe(401);
});

test('a socket that a killed process left is replaced, and one that answers is not', async () => {
  await started();
  const other = ['start', '--data', path.join(folder, 'other'), '--socket', socket];
  const refused = await tandemService(other);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(/already listens at .*service\.sock.*--socket\.\n$/);
  await running[0]?.kill('SIGKILL');
  const again = await started();
  expect((await askSocket(socket, `${again.base_url}/users/me`)).status).toBe(401);
});

test('a file of that name is kept, and a folder that others can open is refused with the command that closes it', async () => {
  await mkdir(path.dirname(socket), { mode: 0o700 });
  await writeFile(socket, 'kept');
  const file = await tandemService(['start', '--data', data, '--socket', socket]);
  expect(file.stderr).toMatch(/service\.sock exists and is not a socket/);
  await rm(socket);
  await chmod(path.dirname(socket), 0o755);
  const folderOpen = await tandemService(['start', '--data', data, '--socket', socket]);
  expect([folderOpen.code, folderOpen.stderr]).toEqual([
    1,
    expect.stringContaining(`chmod 700 ${path.dirname(socket)}`),
  ]);
});

test('a stop removes the socket', async () => {
  await started();
  expect((await running[0]?.kill('SIGTERM'))?.code).toBe(0);
  await expect(stat(socket)).rejects.toMatchObject({ code: 'ENOENT' });
});
