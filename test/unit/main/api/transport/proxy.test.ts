import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { uploadFile } from '../../../../../contract/operations/items/files.ts';
import { getCurrentUser } from '../../../../../contract/operations/people/users.ts';
import { checkAddress } from '../../../../../main/account/check-address.ts';
import { revoke } from '../../../../../main/account/sign-in/sign-out.ts';
import { createApiClient } from '../../../../../main/api/api-client.ts';
import { environmentProxy } from '../../../../../main/api/transport/environment-proxy.ts';
import { createExchange } from '../../../../../main/api/transport/exchange.ts';
import { KnownBytes } from '../../../../../main/api/transport/known-bytes.ts';
import type { ProxySetting } from '../../../../../main/api/transport/proxy.ts';
import { proxiesOf } from '../../../../../main/shell/process/system-proxy.ts';
import { createVirtualTime } from '../../../../support/engine/virtual-time.ts';
import { startForwardProxy } from '../../../../support/lines/forward-proxy.ts';
import { startScriptedServer } from '../../../../support/lines/scripted-server.ts';
import { startSocksProxy } from '../../../../support/lines/socks-proxy.ts';

const open: AsyncDisposable[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const one of open.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

const me = { type: 'user', id: '11', name: 'Ann', login: 'ann@example.com' };

/** A service that only the proxy finds, under a name that nothing else knows. */
async function inside() {
  const server = await startScriptedServer(({ path, method }) => {
    if (path === '/oauth2/revoke') return { status: 200 };
    if (path === '/2.0/users/me' && method === 'GET') return { json: me };
    return { status: 201, json: { total_count: 0, entries: [] } };
  });
  const proxy = await startForwardProxy({ 'service.internal': new URL(server.origin).host });
  const setting: { now: string | null } = { now: proxy.address };
  const { clock, random } = createVirtualTime();
  const clientOf = (origin: string, proxy: ProxySetting = () => setting.now) =>
    createApiClient({
      baseUrl: `${origin}/2.0`,
      uploadUrl: `${origin}/upload/2.0`,
      tokens: { token: async () => 'secret', renew: async () => null },
      timing: { ...clock, ...random },
      userAgent: 'tandem-test/1',
      attempts: 1,
      proxy,
    });
  const client = clientOf('http://service.internal');
  open.push(server, proxy, { [Symbol.asyncDispose]: () => client.close() });
  return { server, proxy, setting, client, clientOf };
}

test('requests and bytes go through the proxy, and straight again once it is unset', async () => {
  const { server, proxy, setting, client } = await inside();
  expect((await client.call(getCurrentUser, { query: {} })).body).toEqual(me);
  await client.call(uploadFile, {
    headers: {},
    body: { attributes: { name: 'a.txt', parent: { id: '0' } }, content: new KnownBytes(Buffer.alloc(100_000, 'a')) },
  });
  expect(server.seen.map(({ path }) => path)).toEqual(['/2.0/users/me', '/upload/2.0/files/content']);
  expect(server.seen[0]?.headers.authorization).toBe('Bearer secret');
  expect(proxy.asked.length).toBeGreaterThan(0);
  setting.now = null;
  await expect(client.call(getCurrentUser, { query: {} })).rejects.toMatchObject({ code: 'offline' });
  expect(server.seen).toHaveLength(2);
});

test('a proxy that is no longer set keeps no connection, and neither does a sign-in', async () => {
  const { server, proxy, setting, client } = await inside();
  const next = await startForwardProxy({ 'service.internal': new URL(server.origin).host });
  open.push(next);
  await client.call(getCurrentUser, { query: {} });
  expect(await proxy.connections()).toBe(1);
  setting.now = next.address;
  await client.call(getCurrentUser, { query: {} });
  await expect.poll(() => proxy.connections()).toBe(0);
  expect(await next.connections()).toBe(1);
  const service = { baseUrl: 'http://service.internal/2.0', proxy: () => proxy.address };
  expect(await revoke(service, { clientId: 'tandem-desktop' }, 'a refresh token')).toBe(true);
  await expect.poll(() => proxy.connections()).toBe(0);
});

test('requests to this computer never use the proxy', async () => {
  const { server, proxy, clientOf } = await inside();
  const client = clientOf(server.origin);
  open.push({ [Symbol.asyncDispose]: () => client.close() });
  expect((await client.call(getCurrentUser, { query: {} })).body).toEqual(me);
  expect(proxy.asked).toEqual([]);
});

test('a SOCKS 5 proxy carries requests, bytes, and the requests of a sign-in', async () => {
  const { server, setting, client } = await inside();
  const socks = await startSocksProxy({ 'service.internal': new URL(server.origin).host });
  open.push(socks);
  setting.now = socks.address;
  expect((await client.call(getCurrentUser, { query: {} })).body).toEqual(me);
  await client.call(uploadFile, {
    headers: {},
    body: { attributes: { name: 'a.txt', parent: { id: '0' } }, content: new KnownBytes(Buffer.alloc(100_000, 'a')) },
  });
  expect(server.seen.at(-1)?.headers.authorization).toBe('Bearer secret');
  const service = { baseUrl: 'http://service.internal/2.0', proxy: () => setting.now };
  expect(await revoke(service, { clientId: 'tandem-desktop' }, 'a refresh token')).toBe(true);
  expect(new Set(socks.asked)).toEqual(new Set(['service.internal:80']));
});

test('a proxy of a kind that cannot be used says so, and nothing goes around it', async () => {
  const { server } = await inside();
  const exchange = createExchange({
    connectTimeoutMs: 2_000,
    connections: 1,
    proxy: () => proxiesOf('SOCKS old:1080')[0] ?? null,
  });
  open.push({ [Symbol.asyncDispose]: () => exchange.close() });
  const asked = exchange.send({
    url: new URL('http://service.internal/2.0/users/me'),
    method: 'GET',
    headers: {},
    body: null,
    timeoutMs: 2_000,
    signal: undefined,
  });
  await expect(asked).rejects.toMatchObject({
    code: 'offline',
    message: expect.stringContaining("of the kind SOCKS, which Tandem can't use"),
  });
  expect(server.seen).toEqual([]);
});

describe('the proxies of the environment', () => {
  beforeEach(() => {
    for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']) {
      vi.stubEnv(name, undefined);
      vi.stubEnv(name.toLowerCase(), undefined);
    }
  });
  const outside = async () => {
    const parts = await inside();
    const client = parts.clientOf('http://service.internal', environmentProxy);
    open.push({ [Symbol.asyncDispose]: () => client.close() });
    return { ...parts, ask: () => client.call(getCurrentUser, { query: {} }) };
  };

  test.each(['HTTP_PROXY', 'http_proxy'])('%s carries requests and those of a sign-in', async (name) => {
    const { server, proxy, ask } = await outside();
    vi.stubEnv(name, proxy.address);
    expect((await ask()).body).toEqual(me);
    const service = { baseUrl: 'http://service.internal/2.0', proxy: environmentProxy };
    expect(await revoke(service, { clientId: 'tandem-desktop' }, 'a refresh token')).toBe(true);
    expect(server.seen.map(({ path }) => path)).toEqual(['/2.0/users/me', '/oauth2/revoke']);
    await expect.poll(() => proxy.connections()).toBe(1);
  });

  test('a proxy without a scheme is an HTTP proxy', async () => {
    const { proxy, ask } = await outside();
    vi.stubEnv('HTTP_PROXY', proxy.address.replace('http://', ''));
    expect((await ask()).body).toEqual(me);
  });

  test('HTTPS_PROXY is that of https', async () => {
    const { proxy } = await outside();
    vi.stubEnv('HTTPS_PROXY', proxy.address);
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1');
    const exchange = createExchange({ connectTimeoutMs: 2_000, connections: 1, proxy: environmentProxy });
    open.push({ [Symbol.asyncDispose]: () => exchange.close() });
    await checkAddress('https://service.internal', exchange);
    expect(proxy.asked).toEqual(['CONNECT service.internal:443']);
  });

  test('a host in NO_PROXY, and this computer, are reached directly, as without any', async () => {
    const { server, proxy, ask, clientOf } = await outside();
    await expect(ask()).rejects.toMatchObject({ code: 'offline' });
    vi.stubEnv('HTTP_PROXY', proxy.address);
    vi.stubEnv('NO_PROXY', '.internal');
    await expect(ask()).rejects.toMatchObject({ code: 'offline' });
    const local = clientOf(server.origin, environmentProxy);
    open.push({ [Symbol.asyncDispose]: () => local.close() });
    expect((await local.call(getCurrentUser, { query: {} })).body).toEqual(me);
    expect(proxy.asked).toEqual([]);
  });

  test.each(['ftp://secret:word@proxy.example.org', 'no URL'])(
    '%s names none, and the variable is said, without its value',
    async (value) => {
      const { ask } = await outside();
      vi.stubEnv('HTTPS_PROXY', value);
      await expect(ask()).rejects.toMatchObject({
        code: 'offline',
        message: expect.stringMatching(/^HTTPS_PROXY doesn't name a proxy(?!.*secret)/),
      });
    },
  );
});

test('an unreachable proxy is reported as offline', async () => {
  const { setting, client } = await inside();
  setting.now = 'http://127.0.0.1:1';
  await expect(client.call(getCurrentUser, { query: {} })).rejects.toMatchObject({ code: 'offline' });
});

test('the requests of a sign-in and the look at an address go through it as well', async () => {
  const { server, proxy, setting } = await inside();
  const service = { baseUrl: 'http://service.internal/2.0', proxy: () => setting.now };
  expect(await revoke(service, { clientId: 'tandem-desktop' }, 'a refresh token')).toBe(true);
  expect(server.seen.at(-1)).toMatchObject({ method: 'POST', path: '/oauth2/revoke' });
  expect(String(server.seen.at(-1)?.body)).toContain('token=a+refresh+token');
  expect(await revoke({ ...service, proxy: () => null }, { clientId: 'tandem-desktop' }, 'a refresh token')).toBe(
    false,
  );
  const exchange = createExchange({ connectTimeoutMs: 2_000, connections: 1, proxy: () => setting.now });
  open.push({ [Symbol.asyncDispose]: () => exchange.close() });
  // Nothing speaks TLS behind the proxy: the look fails, but it went there.
  expect(await checkAddress('https://service.internal', exchange)).toMatchObject({ ok: false });
  expect(proxy.asked.at(-1)).toBe('CONNECT service.internal:443');
});

test('a closed client sends nothing more, and leaves no connection that would keep the process alive', async () => {
  const server = await startScriptedServer(() => ({ json: me }));
  open.push(server);
  const { clientOf } = await inside();
  const [used, unused] = [clientOf(server.origin), clientOf(server.origin)];
  await used.call(getCurrentUser, { query: {} });
  for (const client of [used, unused]) {
    await client.close();
    await expect(client.call(getCurrentUser, { query: {} })).rejects.toMatchObject({ code: 'offline' });
  }
  expect(server.seen).toHaveLength(1);
});
