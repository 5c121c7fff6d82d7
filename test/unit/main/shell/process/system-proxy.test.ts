import { expect, test } from 'vitest';
import { proxyOf, systemProxy } from '../../../../../main/shell/process/system-proxy.ts';
import { electronDouble } from '../../../../support/desktop/electron-double.ts';

test.each([
  ['DIRECT', null],
  ['PROXY proxy.example.org:8080', 'http://proxy.example.org:8080'],
  ['PROXY proxy.example.org:8080; DIRECT', 'http://proxy.example.org:8080'],
  ['HTTPS proxy.example.org:443;PROXY other:80', 'https://proxy.example.org:443'],
  ['PROXY [2001:db8::1]:3128', 'http://[2001:db8::1]:3128'],
  ['SOCKS5 proxy.example.org:1080', 'socks5://proxy.example.org:1080'],
  ['SOCKS old.example.org:1080; PROXY proxy.example.org:8080', 'http://proxy.example.org:8080'],
  ['SOCKS old.example.org:1080; DIRECT', null],
  ['  PROXY   spaced.example.org:8080 ;DIRECT', 'http://spaced.example.org:8080'],
  ['', null],
  [' ', null],
])('%j is %j', (answer, proxy) => {
  expect(proxyOf(answer)).toBe(proxy);
});

test.each(['SOCKS proxy.example.org:1080', 'SOCKS4 a:1; QUIC b:2', 'PROXY'])(
  '%j is refused with what to do, not gone around',
  (answer) => {
    expect(() => proxyOf(answer)).toThrow(
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
