import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ContentAnswer } from '../../../../main/commands/content/content-answer.ts';
import type { ContentRequest } from '../../../../main/commands/content/content-request.ts';
import type { DropReceived, DropReceiver } from '../../../../main/headless/drop-route.ts';
import { openWindowHost, type WindowHost } from '../../../../main/headless/window-host.ts';
import { quietHost } from '../../../support/browser/quiet-host.ts';
import { toLoopback } from '../../../support/browser/to-loopback.ts';
import { enterByLink, type WindowClient } from '../../../support/browser/window-client.ts';
import { servedFake } from '../ipc/served-fake.ts';

/** The requests that the host passes to the engine and the service, and its answers to errors. */
let folder: string;
let host: WindowHost;
let window: WindowClient;
let receive: DropReceiver['receive'];
let answer: (request: ContentRequest, signal: AbortSignal) => Promise<ContentAnswer>;

const openHost = (): Promise<WindowHost> =>
  openWindowHost({
    ...quietHost,
    windowFolder: folder,
    served: servedFake(),
    drops: { receive: (id, bytes, signal) => receive(id, bytes, signal) },
    contents: { answer: (wanted, signal) => answer(wanted, signal) },
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-window-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Tandem</title>');
  host = await openHost();
  window = await enterByLink(host.link());
});

afterEach(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

type Sent = { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string };

function send(path: string, { method = 'GET', headers = {} }: Sent = {}): ClientRequest {
  const sent = request(`${host.origin}${path}`, { method, headers, agent: false, lookup: toLoopback });
  sent.on('error', () => undefined);
  return sent;
}

async function ask(path: string, sent: Sent = {}): Promise<IncomingMessage & { readonly text: string }> {
  const client = send(path, sent);
  const answered = Promise.withResolvers<IncomingMessage>();
  client.once('response', answered.resolve);
  client.once('error', answered.reject);
  client.end(sent.body);
  const response = await answered.promise;
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  return Object.assign(response, { text });
}

const own = (): Record<string, string> => ({ origin: host.origin });

/** The answer to a forbidden request, which no cache keeps. */
async function refusedWith(status: number, message: string, path: string, sent: Sent): Promise<void> {
  const { statusCode, headers, text } = await ask(path, sent);
  expect(statusCode).toBe(status);
  expect(headers['cache-control']).toBe('no-store');
  expect(JSON.parse(text)).toEqual({ code: 'refused', message, remedy: '' });
}

it('sends its headers with every answer', async () => {
  const { headers } = await ask('/');
  const { host: authority } = new URL(host.origin);
  expect(headers['content-security-policy']).toContain(`connect-src 'self' ws://${authority};`);
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
  });
});

it('serves the page at the address of a link, and no icon', async () => {
  expect((await ask('/open')).text).toContain('<title>Tandem</title>');
  expect((await ask('/favicon.ico')).statusCode).toBe(204);
});

it('explains each refusal', async () => {
  const expired = 'This address has expired. Load the page again.';
  await refusedWith(401, expired, '/content/download/1', {});
  await refusedWith(401, expired, '/drop/a', { method: 'POST', headers: own() });
  await refusedWith(403, 'Another page asked for this.', '/', { headers: { origin: 'https://evil.example' } });
  const wrong = await ask('/', { headers: { host: 'evil.example' } });
  expect(wrong.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(wrong.text).toContain('<title>Open Tandem by its link</title>');
});

it('refuses a connection to any address but that of the bridge, in HTTP', async () => {
  const socket = connect(Number(new URL(host.origin).port), '127.0.0.1');
  const { host: authority } = new URL(host.origin);
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  socket.write(`GET /other HTTP/1.1\r\nHost: ${authority}\r\nOrigin: ${host.origin}\r\n${upgrade}${key}\r\n`);
  let text = '';
  for await (const part of socket.setEncoding('utf8')) text += part;
  expect(text).toBe('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
});

it('outlives whoever asks for a connection and hangs up before the refusal', async () => {
  const { port } = new URL(host.origin);
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
  for (let visit = 0; visit < 5; visit++) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`GET /other HTTP/1.1\r\nHost: elsewhere\r\n${key}\r\n${'x'.repeat(1000)}`);
    socket.resetAndDestroy();
  }
  expect(await ask('/favicon.ico')).toMatchObject({ statusCode: 204 });
});

it('stops although someone keeps a refused connection open', async () => {
  const other = await openHost();
  const socket = connect({ port: Number(new URL(other.origin).port), host: '127.0.0.1', allowHalfOpen: true });
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
  socket.write(`GET /other HTTP/1.1\r\nHost: elsewhere\r\n${key}\r\n`);
  await once(socket, 'data');
  await other.close();
  socket.destroy();
});

it('tells a page only that a request failed, never why', async () => {
  answer = async () => {
    throw new Error('a secret of the program');
  };
  const failed = await ask(await window.address('/content/download/1'));
  expect(failed.statusCode).toBe(500);
  expect(JSON.parse(failed.text)).toEqual({ code: 'refused', message: 'This request could not be answered.' });
  answer = async () => {
    throw Object.assign(new Error('a secret of the program'), { statusCode: 413 });
  };
  expect((await ask(await window.address('/content/download/1'))).statusCode).toBe(413);
});

/** Can this computer connect there? */
async function isOpen(address: string, port: number): Promise<boolean> {
  const socket = connect(port, address);
  const end = await Promise.race(
    ['connect', 'error'].map((event) => new Promise((resolve) => socket.once(event, () => resolve(event)))),
  );
  socket.destroy();
  return end === 'connect';
}

it('listens on the loopback addresses alone, and on both, since a browser may try either first', async () => {
  const port = Number(new URL(host.origin).port);
  expect(await isOpen('127.0.0.2', port)).toBe(false);
  const other = createServer();
  for (const address of ['127.0.0.1', '::1']) {
    const taken = once(other, 'error');
    other.listen({ host: address, port });
    expect(await taken).toMatchObject([{ code: 'EADDRINUSE' }]);
    const headers = { host: new URL(host.origin).host };
    const answered = once(request({ host: address, port, path: '/open', headers, agent: false }).end(), 'response');
    expect(await answered).toMatchObject([{ statusCode: 200 }]);
  }
  await host.close();
  for (const address of ['127.0.0.1', '::1']) expect(await isOpen(address, port)).toBe(false);
  host = await openHost();
});

it('asks the service for the part and the version that the browser names', async () => {
  const asked: ContentRequest[] = [];
  answer = async (wanted) => {
    asked.push(wanted);
    return { status: 404, headers: {}, body: null };
  };
  const headers = { range: 'bytes=3-', 'if-range': '"abc"' };
  expect((await ask(await window.address('/content/download/1'), { headers })).text).toBe('');
  expect((await ask(await window.address('/content/download/1'))).statusCode).toBe(404);
  expect(asked).toMatchObject([
    { range: 'bytes=3-', ifRange: '"abc"' },
    { range: null, ifRange: null },
  ]);
});

it('ends a read whose page has gone', async () => {
  const aborted = Promise.withResolvers<void>();
  answer = async (_wanted, signal) => {
    signal.addEventListener('abort', () => aborted.resolve());
    return { status: 200, headers: {}, body: endless() };
  };
  const reading = send(await window.address('/content/download/1'));
  reading.once('response', (response) => response.destroy());
  reading.end();
  await aborted.promise;
});

it('hands on a dropped file, and says that the page has gone only when it went before the last byte', async () => {
  let signalOf: AbortSignal | undefined;
  receive = async (_id, bytes, signal) => {
    signalOf = signal;
    for await (const chunk of bytes) expect(chunk.byteLength).toBe(5);
    return { ok: true };
  };
  const id = 'a'.repeat(150);
  const whole = await ask(await window.address(`/drop/${id}`), { method: 'POST', headers: own(), body: 'bytes' });
  expect(whole.statusCode).toBe(204);
  expect(signalOf?.aborted).toBe(false);

  const aborted = Promise.withResolvers<void>();
  receive = async (_id, _bytes, signal) => {
    signal.addEventListener('abort', () => aborted.resolve());
    await aborted.promise;
    return { ok: true };
  };
  const half = send(await window.address('/drop/b'), { method: 'POST', headers: { ...own(), 'content-length': '10' } });
  half.write('bytes');
  await expect.poll(() => half.socket?.bytesWritten ?? 0).toBeGreaterThan(0);
  half.destroy();
  await aborted.promise;
});

it('keeps the connection after a refusal of bytes that were read, and gives it up when they were not', async () => {
  const refusal: DropReceived = { ok: false, error: { code: 'name_taken', message: 'Taken.', remedy: 'Rename it.' } };
  receive = async (_id, bytes) => {
    for await (const _ of bytes);
    return refusal;
  };
  const alive = { ...own(), connection: 'keep-alive' };
  const read = await ask(await window.address('/drop/a'), { method: 'POST', headers: alive, body: 'bytes' });
  expect([read.statusCode, read.headers.connection]).toEqual([409, 'keep-alive']);
  expect(JSON.parse(read.text)).toEqual(refusal.error);

  receive = async () => refusal;
  const headers = { ...alive, 'content-length': '10000000' };
  const unread = send(await window.address('/drop/b'), { method: 'POST', headers });
  const response = new Promise<IncomingMessage>((resolve) => unread.once('response', resolve));
  unread.write('bytes');
  expect((await response).headers.connection).toBe('close');
  unread.destroy();
});

async function* endless(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (;;) {
    yield new Uint8Array(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
