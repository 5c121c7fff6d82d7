import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindowHost, type WindowHost } from '../../../main/headless/window-host.ts';
import { CLOSE_UNKNOWN_SESSION } from '../../../preload/ipc/transport/messages.ts';
import { quietHost } from '../../support/browser/quiet-host.ts';
import { toLoopback } from '../../support/browser/to-loopback.ts';
import { enterByLink, openWindow, secretOf, type WindowClient } from '../../support/browser/window-client.ts';
import { servedFake } from '../../unit/main/ipc/served-fake.ts';

let folder: string;
let host: WindowHost;
let window: WindowClient;
let atMs = Date.parse('2026-01-01');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-window-'));
  await mkdir(join(folder, 'page'));
  await writeFile(join(folder, 'page', 'index.html'), '<!doctype html><title>Tandem</title>');
  await writeFile(join(folder, 'secret.txt'), 'outside of the page');
  host = await openWindowHost({
    windowFolder: join(folder, 'page'),
    served: servedFake(),
    drops: { receive: async () => ({ ok: true }) },
    contents: { answer: async () => ({ status: 200, headers: {}, body: null }) },
    ...quietHost,
    nowMs: () => atMs,
  });
  window = await enterByLink(host.link());
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

type Headers = Readonly<Record<string, string>>;

/** node:http, because `fetch` chooses `Host` itself and tidies paths. */
const ask = (path: string, headers: Headers = {}, method = 'GET'): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(host.origin);
    const sent = request({ hostname, port, path, method, headers, agent: false, lookup: toLoopback }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end();
  });

test('the control: a session is let in, and its address answers', async () => {
  expect(await openWindow(host.origin, { session: window.session })).toHaveProperty('session');
  expect((await ask(await window.address('/content/download/1'))).status).toBe(200);
});

const HOSTS = ['evil.example', 'localhost', '127.0.0.1', '127.0.0.1:1', '[::1]', '127.1', '0.0.0.0', 'x.localhost'];
test.each(HOSTS)('Host: %s is not answered', async (name) => {
  expect((await ask('/', { host: name })).status).not.toBe(200);
  expect((await ask(await window.address('/content/download/1'), { host: name })).status).not.toBe(200);
});

const ORIGINS = [
  'https://evil.example',
  'http://127.0.0.1:1',
  'http://127.0.0.1',
  'http://localhost',
  'null',
  'file://',
];
test.each(ORIGINS)('Origin: %s opens no connection, also with a valid secret', async (origin) => {
  expect(await openWindow(host.origin, { session: window.session }, { origin })).toBeNull();
  expect((await ask(await window.address('/drop/a'), { origin }, 'POST')).status).toBe(403);
});

const SECRETS = ['', 'guess', '0'.repeat(43), 'A'.repeat(100), '../', '\u0000', '__proto__'];
test.each(SECRETS)('the secret %j is rejected', async (secret) => {
  expect(await openWindow(host.origin, { session: secret })).toBe(CLOSE_UNKNOWN_SESSION);
  expect(await openWindow(host.origin, { link: secret })).toBe(CLOSE_UNKNOWN_SESSION);
});

test('a cookie is rejected', async () => {
  const { port } = new URL(host.origin);
  const cookie = `tandem_${port}=${window.session}`;
  expect(await openWindow(host.origin, {}, { origin: host.origin, cookie })).toBe(CLOSE_UNKNOWN_SESSION);
  expect((await ask('/content/download/1', { cookie })).status).toBe(401);
});

test('a link is spent by its first use', async () => {
  const link = secretOf(host.link());
  expect(await openWindow(host.origin, { link })).toHaveProperty('session');
  expect(await openWindow(host.origin, { link })).toBe(CLOSE_UNKNOWN_SESSION);
});

const PATHS = [
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/../../secret.txt',
  '/....//secret.txt',
  '/%252e%252e/secret.txt',
  '/\\..\\secret.txt',
  '//secret.txt',
  '/page/../../secret.txt%00.html',
];
test.each(PATHS)('the path %s leads to nothing outside of the page', async (path) => {
  const { status, text } = await ask(path);
  expect([status, text]).not.toContain(200);
  expect(text).not.toContain('outside of the page');
});

const CHANGES: readonly (readonly [string, (address: string) => string])[] = [
  ['no signature', () => '/content/download/1'],
  ['another file', (address) => address.replace('/1?', '/2?')],
  ['another use', (address) => address.replace('download', 'preview')],
  ['a later end', (address) => address.replace(/until=\d+/, 'until=99999999999999')],
  ['another session', (address) => address.replace(/window=[\w-]+/, 'window=other')],
  ['another query before it', (address) => address.replace('?', '?version=2&')],
  ['something behind it', (address) => `${address}&version=2`],
  ['no bytes of a signature', (address) => address.replace(/signature=.*/, 'signature=')],
];
test.each(CHANGES)('an address with %s does not answer', async (_what, change) => {
  expect((await ask(change(await window.address('/content/download/1')))).status).toBe(401);
});

test('an address and a session end by time', async () => {
  const [address, session] = [await window.address('/content/download/1'), window.session];
  atMs += 3_600_001;
  expect((await ask(address)).status).toBe(401);
  atMs += 7 * 24 * 3_600_000;
  expect(await openWindow(host.origin, { session })).toBe(CLOSE_UNKNOWN_SESSION);
});
