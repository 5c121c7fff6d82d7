import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import {
  acceptsConnections,
  proxiesOf,
  remembered,
  systemProxy,
} from '../../../../../main/shell/process/system-proxy.ts';
import { electronDouble } from '../../../../support/desktop/electron-double.ts';

test.each([
  ['DIRECT', [null]],
  ['PROXY proxy.example.org:8080', ['http://proxy.example.org:8080']],
  ['PROXY proxy.example.org:8080; DIRECT', ['http://proxy.example.org:8080', null]],
  ['HTTPS proxy.example.org:443;PROXY other:80', ['https://proxy.example.org:443', 'http://other:80']],
  ['PROXY [2001:db8::1]:3128', ['http://[2001:db8::1]:3128']],
  ['SOCKS5 proxy.example.org:1080', ['socks5://proxy.example.org:1080']],
  ['SOCKS old.example.org:1080; PROXY proxy.example.org:8080', ['http://proxy.example.org:8080']],
  ['SOCKS old.example.org:1080; DIRECT', [null]],
  ['  PROXY   spaced.example.org:8080 ;DIRECT', ['http://spaced.example.org:8080', null]],
  ['', [null]],
  [' ', [null]],
])('%j is %j', (answer, proxies) => {
  expect(proxiesOf(answer)).toEqual(proxies);
});

test.each(['SOCKS proxy.example.org:1080', 'SOCKS4 a:1; QUIC b:2', 'PROXY'])(
  '%j is refused with what to do, not gone around',
  (answer) => {
    expect(() => proxiesOf(answer)).toThrow(
      /of the kind (SOCKS4?|PROXY), which Tandem can't use. Set an HTTP or SOCKS 5 proxy/,
    );
  },
);

test('the system is asked for each address', async () => {
  const electron = electronDouble();
  electron.session.proxies['https://files.example.org/2.0/users/me'] = 'PROXY proxy.example.org:8080';
  const proxy = systemProxy(electron.module);
  expect(await proxy(new URL('https://files.example.org/2.0/users/me'))).toBe('http://proxy.example.org:8080');
  expect(await proxy(new URL('https://elsewhere.example.org/'))).toBeNull();
});

test.each([
  ['PROXY office.example.org:8080; DIRECT', [], null],
  ['PROXY office.example.org:8080; DIRECT', ['http://office.example.org:8080'], 'http://office.example.org:8080'],
  ['PROXY a.example.org:1; PROXY b.example.org:2', ['http://b.example.org:2'], 'http://b.example.org:2'],
  // Never around the proxies: the last one is used, and its failure is shown.
  ['PROXY a.example.org:1; PROXY b.example.org:2', [], 'http://b.example.org:2'],
  ['DIRECT; PROXY a.example.org:1', ['http://a.example.org:1'], null],
])('of %j, with %j in reach, %j is taken', async (answer, inReach: readonly string[], taken) => {
  const electron = electronDouble();
  electron.session.proxies['https://files.example.org/'] = answer;
  const proxy = systemProxy(electron.module, async (asked) => inReach.includes(asked));
  expect(await proxy(new URL('https://files.example.org/'))).toBe(taken);
});

test('a proxy is in reach while it accepts connections', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await acceptsConnections(proxy)).toBe(true);
  server.close();
  await once(server, 'close');
  expect(await acceptsConnections(proxy)).toBe(false);
});

test('a proxy is asked once for many requests, and again a while later', async () => {
  let [asked, nowMs] = [0, 0];
  const isReachable = remembered(
    async () => ++asked > 1,
    () => nowMs,
  );
  expect(await Promise.all([isReachable('http://a:1'), isReachable('http://a:1')])).toEqual([false, false]);
  nowMs = 15_000;
  expect([await isReachable('http://a:1'), asked]).toEqual([true, 2]);
});
