import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { type AddressInfo } from 'node:net';
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

async function started(...more: string[]): Promise<Record<'base_url' | 'socket', string>> {
  const service = startTandemService(['start', '--data', data, '--socket', socket, ...more]);
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

/** A proxy that adds the address of each client to `X-Forwarded-For`, as nginx and Caddy do. */
async function proxyTo(socketPath: string): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer((incoming, answer) => {
    const claimed = incoming.headers['x-forwarded-for'];
    const forwarded = [...(claimed === undefined ? [] : [claimed].flat()), incoming.socket.remoteAddress].join(', ');
    const { method, url: target } = incoming;
    const headers = { ...incoming.headers, 'x-forwarded-for': forwarded };
    const onward = request({ socketPath, method, path: target, headers, agent: false }, (answered) => {
      answer.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(answer);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.asyncDispose]: () => new Promise((resolve) => void server.close(() => resolve())) };
}

/** Guesses a token from an address of this machine; what the client claims comes first. */
const guessFrom = (port: number, localAddress: string, claimed: string, guess: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer guess-${localAddress}-${guess}`, 'x-forwarded-for': claimed };
    const sent = request(
      { port, host: '127.0.0.1', localAddress, path: '/2.0/users/me', headers, agent: false },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.once('error', reject).end();
  });

test.runIf(process.platform === 'linux')(
  'behind a proxy on the socket, guesses count by the last client of X-Forwarded-For, whatever it claims',
  async () => {
    const ready = await started('--public-url', 'https://files.example.org');
    expect(ready).toMatchObject({ socket, base_url: 'https://files.example.org/2.0' });
    await using proxy = await proxyTo(socket);
    const statuses: number[] = [];
    for (let guess = 0; guess < 61; guess++) {
      statuses.push(await guessFrom(proxy.port, '127.0.0.2', `203.0.113.${guess}`, guess));
    }
    expect([statuses.indexOf(429), statuses.filter((status) => status === 401).length]).toEqual([60, 60]);
    expect(await guessFrom(proxy.port, '127.0.0.3', '127.0.0.2', 0)).toBe(401);
    const token = await createPerson(data, 'ann@example.com');
    const me = await fetch(`http://127.0.0.1:${proxy.port}/2.0/users/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(me.status).toBe(200);
  },
);

test('a socket for a proxy belongs to the group of its folder, and no one else reaches it', async () => {
  await mkdir(path.dirname(socket));
  const gid = process.getuid?.() === 0 ? 65_534 : (process.getgid?.() ?? 0);
  await chown(path.dirname(socket), process.getuid?.() ?? 0, gid);
  await chmod(path.dirname(socket), 0o750);
  const alone = await tandemService(['start', '--data', data, '--socket', socket]);
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining('--public-url')]);
  await started('--public-url', 'https://files.example.org');
  expect([await modeOf(socket), (await stat(socket)).gid]).toEqual([0o660, gid]);
});

test.each([0o755, 0o770, 0o751])('a folder with mode %o is open to more than a proxy, and is refused', async (mode) => {
  await mkdir(path.dirname(socket));
  await chmod(path.dirname(socket), mode);
  const args = ['start', '--data', data, '--socket', socket, '--public-url', 'https://files.example.org'];
  const { code, stderr } = await tandemService(args);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`chmod 750 ${path.dirname(socket)}`)]);
});
