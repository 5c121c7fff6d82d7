import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { privateAddress, privatePlace } from '../../../main/account/account-record.ts';
import { fixedToken } from '../../../main/api/token-source.ts';
import { noProxy } from '../../../main/api/transport/proxy.ts';
import { composeConnection } from '../../../main/compose/connection.ts';
import { connectControlSocket, serveControlSocket } from '../../../main/ipc/control-socket.ts';
import { controlSocket, type PrivateSocket, pipeName } from '../../../main/private/private-socket-path.ts';
import { connectProven } from '../../../main/private/proven-socket.ts';
import { newSocketKey } from '../../../main/private/socket-key.ts';
import { eventually, type Running, startTandemService, tandemService } from '../../support/programs/processes.ts';
import { askSocket } from '../../support/service/callers/socket-caller.ts';
import { servedFake } from '../../unit/main/ipc/served-fake.ts';

/* Another user has created the name of a socket first, as every user can do with the pipes of Windows. The folders here let us be that user. */

let folder: string;
const servers: Server[] = [];
const running: Running[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-impostor-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await Promise.all(running.splice(0).map((one) => one.kill('SIGKILL')));
  await rm(folder, { recursive: true, force: true });
});

/** What an impostor gets, who answers with what `answer` makes of the first bytes. */
async function impostorAt(place: string, answer: (first: Buffer) => Buffer | null): Promise<() => Buffer> {
  const got: Buffer[] = [];
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      const isFirst = got.push(chunk) === 1;
      const said = isFirst ? answer(chunk) : null;
      if (said !== null) socket.write(said);
    });
  });
  servers.push(server);
  server.listen(place);
  await once(server, 'listening');
  return () => Buffer.concat(got);
}

/** The answers that an impostor can think of. */
const answers: Readonly<Record<string, (first: Buffer) => Buffer | null>> = {
  nothing: () => null,
  'what it was sent': (first) => first,
  'a proof with a key of its own': (first) => createHmac('sha256', Buffer.alloc(32)).update(first).digest(),
  HTTP: () => Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
  'an upgrade': () =>
    Buffer.from('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
};
const cases = Object.entries(answers);

describe.each(cases)('an impostor who answers %s', (_what, answer) => {
  test('gets no command at the control socket', async () => {
    const place = controlSocket(folder);
    newSocketKey(place.keyFile);
    const got = await impostorAt(place.path, answer);
    expect(await connectControlSocket(place, { patienceMs: 300 })).toBeNull();
    expect(got().length).toBe(32);
  });

  test('gets no token at the socket of the private service', async () => {
    const address = privatePlace(folder);
    newSocketKey(address.socket.keyFile);
    const got = await impostorAt(address.socket.path, answer);
    await expect(connectProven(address.socket, 300)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(got().length).toBe(32);
  });
});

test('a request for the private service that meets an impostor fails as if nothing listened, without its token', async () => {
  const address = privateAddress(folder, 'id');
  newSocketKey(address.socket.keyFile);
  const got = await impostorAt(address.socket.path, (first) => first);
  const { client } = composeConnection(address, fixedToken('secret-token'), noProxy);
  const request = { method: 'GET', path: '/users/me', body: null, headers: {} };
  await expect(client.byHand(request)).rejects.toMatchObject({ code: 'offline' });
  await client.close();
  expect(got().length).toBeGreaterThan(0);
  expect(got().toString('latin1')).not.toContain('secret-token');
  expect(got().toString('latin1')).not.toContain('HTTP');
});

test('nothing is sent where no program of this user has ever listened', async () => {
  const place = controlSocket(folder);
  const got = await impostorAt(place.path, (first) => first);
  expect(await connectControlSocket(place)).toBeNull();
  expect(got().length).toBe(0);
});

/** Speaks to a socket without asking for its proof. */
async function sayTo(place: PrivateSocket, text: string): Promise<string> {
  const socket = connect(place.path);
  const got: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => got.push(chunk)).on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  await eventually('it answers', async () => got.length > 0);
  socket.destroy();
  return Buffer.concat(got).toString('latin1');
}

/** Connects as a program that only looks whether anyone listens; resolves when the other side has ended as well. */
async function lookAt(place: PrivateSocket): Promise<void> {
  const socket = connect({ path: place.path, allowHalfOpen: true });
  await once(socket, 'connect');
  socket.resume().end();
  await once(socket, 'close');
}

test('a connection that ends before it asked for the proof keeps no server from closing', {
  timeout: 8_000,
}, async () => {
  const place = controlSocket(folder);
  const control = await serveControlSocket(place, servedFake());
  await lookAt(place);
  await control.close();
});

test('our own control socket proves its key, which only its user can read, and then serves', async () => {
  const place = controlSocket(folder);
  const control = await serveControlSocket(place, servedFake());
  expect((await stat(place.keyFile)).mode & 0o777).toBe(0o600);
  const client = await connectControlSocket(place);
  expect(await client?.call('status.get', {})).toMatchObject({ ok: true });
  client?.close();
  const nonce = 'n'.repeat(32);
  const key = Buffer.from(await readFile(place.keyFile, 'latin1'), 'hex');
  const proof = createHmac('sha256', key).update(nonce).digest().toString('latin1');
  expect((await sayTo(place, `${nonce}GET / HTTP/1.1\r\nHost: x\r\n\r\n`)).startsWith(proof)).toBe(true);
  await control.close();
  // The key of each start is new, and clients find it.
  const again = await serveControlSocket(place, servedFake());
  expect(Buffer.from(await readFile(place.keyFile, 'latin1'), 'hex')).not.toEqual(key);
  const next = await connectControlSocket(place);
  expect(await next?.call('status.get', {})).toMatchObject({ ok: true });
  next?.close();
  await again.close();
});

test('the name of a pipe is unknown before its listener starts, and new at each start', () => {
  const keyFile = path.join(folder, 'socket.key');
  const names = [1, 2].map(() => {
    newSocketKey(keyFile);
    return pipeName(keyFile, 'control.sock');
  });
  expect(names[0]).toMatch(/^\\\\\.\\pipe\\tandem-[0-9a-f]{32}$/);
  expect(new Set(names).size).toBe(2);
  // Clients compute the same one.
  expect(pipeName(keyFile, 'control.sock')).toBe(names[1]);
  expect(pipeName(keyFile, 'service.sock')).not.toBe(names[1]);
});

test('a service with a key proves it before HTTP, also on connections that send on at once', async () => {
  const { socket } = privatePlace(folder);
  const key = newSocketKey(socket.keyFile);
  const args = ['start', '--data', path.join(folder, 'data'), '--socket', socket.path, '--socket-key', socket.keyFile];
  const service = startTandemService(args);
  running.push(service);
  await eventually('it is ready', async () => service.stdout().includes('"ready":true'));
  expect((await askSocket(socket.path, 'http://tandem.invalid/health')).status).toBe(200);
  await lookAt(socket);
  const nonce = 'n'.repeat(32);
  const proof = createHmac('sha256', key).update(nonce).digest().toString('latin1');
  const answer = await sayTo(socket, `${nonce}GET /health HTTP/1.1\r\nHost: tandem.invalid\r\n\r\n`);
  expect(answer.startsWith(proof)).toBe(true);
});

test('a key that is missing or damaged, or that a proxy could not ask for, is refused with a sentence', async () => {
  const file = path.join(folder, 'key');
  const start = (...more: string[]) =>
    tandemService(['start', '--data', path.join(folder, 'data'), '--socket-key', file, ...more]);
  const socket = ['--socket', path.join(folder, 'run', 's')];
  expect((await start(...socket)).stderr).toContain(`Cannot read --socket-key ${file}`);
  await writeFile(file, 'short');
  expect((await start(...socket)).stderr).toContain('64 hexadecimal digits');
  expect((await start()).stderr).toContain('--socket');
  expect((await start(...socket, '--public-url', 'https://files.example.org')).stderr).toContain('--public-url');
});
