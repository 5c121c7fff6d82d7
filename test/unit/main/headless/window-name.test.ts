import { expect, test } from 'vitest';
import { freshWindowName, type Resolver } from '../../../../main/headless/window-name.ts';

const addresses = (...found: readonly string[]) => found.map((address) => ({ address, family: 4 }));
const on = (platform: NodeJS.Platform, lookup: Resolver['lookup']) => freshWindowName({ platform, lookup });
const fails = () => Promise.reject(new Error('ENOTFOUND'));
const OWN = /^[0-9a-f]{16}\.localhost$/;

test.each(['linux', 'win32', 'freebsd'] as const)('on %s browsers find the name themselves', async (platform) => {
  expect(await on(platform, fails)).toMatch(OWN);
});

test.each([
  ['finds it here', async () => addresses('127.0.0.1'), OWN],
  ['finds it here, over IPv6 too', async () => addresses('::1', '127.0.0.1'), OWN],
  ['does not find it', fails, /^127\.0\.0\.1$/],
  ['finds nothing', async () => [], /^127\.0\.0\.1$/],
  ['finds it elsewhere', async () => addresses('127.0.0.1', '198.51.100.7'), /^127\.0\.0\.1$/],
  ['does not answer', () => new Promise<never>(() => undefined), /^127\.0\.0\.1$/],
] as const)('macOS %s', async (_what, lookup, name) => {
  expect(await on('darwin', lookup)).toMatch(name);
});

test('each run has another name', async () => {
  expect(await on('linux', fails)).not.toBe(await on('linux', fails));
});
