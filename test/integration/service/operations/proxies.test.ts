import { pino } from 'pino';
import { expect, test } from 'vitest';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import { startSingleService, type TestService } from '../../../support/service/service.ts';

/** Tries wrong tokens, each with the headers of a proxy in front, and returns the last answer. */
async function guess(service: TestService, count: number, forwardedFor: (index: number) => string): Promise<number> {
  let status = 0;
  for (let index = 0; index < count; index++) {
    const caller = callerOf(service, `wrong${index}`);
    status = (await caller.get('/users/me', { 'x-forwarded-for': forwardedFor(index) })).status;
  }
  return status;
}

test('behind a trusted proxy, guesses count by the client that the proxy names, whatever the client claims', async () => {
  await using service = await startSingleService({ config: { trustedProxies: ['127.0.0.0/8', '::1'] } });
  expect(await guess(service, 60, () => '203.0.113.1')).toBe(401);
  expect(await guess(service, 1, () => '203.0.113.1')).toBe(429);
  expect(await guess(service, 1, () => '198.51.100.7, 203.0.113.1')).toBe(429);
  expect(await guess(service, 1, () => '203.0.113.2')).toBe(401);
});

test('behind a trusted proxy that names clients with their ports, guesses count by the address alone', async () => {
  const trustedProxies = ['127.0.0.0/8', '::1', '192.0.2.0/24'];
  await using service = await startSingleService({ config: { trustedProxies } });
  expect(await guess(service, 60, (index) => `203.0.113.9:${51_344 + index}`)).toBe(401);
  expect(await guess(service, 1, () => '203.0.113.9:40000')).toBe(429);
  // A second proxy in the chain is named with a port, too.
  expect(await guess(service, 1, () => '203.0.113.9:5, 192.0.2.7:6')).toBe(429);
  expect(await guess(service, 60, (index) => `[2001:db8::${index}]:443`)).toBe(401);
  expect(await guess(service, 1, () => '[2001:db8::ffff]:443')).toBe(429);
  expect(await guess(service, 1, () => '203.0.113.10:51344')).toBe(401);
});

test('behind a trusted proxy that names clients by no address, guesses count by the proxy, and the log says so once', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  await using service = await startSingleService({ config: { trustedProxies: ['127.0.0.0/8', '::1'] }, log });
  expect(await guess(service, 61, (index) => `client-${index}`)).toBe(429);
  expect(await guess(service, 1, () => '203.0.113.1')).toBe(401);
  expect(lines.filter((line) => line.includes('X-Forwarded-For')).map((line) => JSON.parse(line).forwarded)).toEqual([
    'client-0',
  ]);
});

test.each([
  ['without --trusted-proxies', []],
  ['from a peer that is none of them', ['192.0.2.0/24']],
])('%s, X-Forwarded-For is passed over: no guesser chooses an address', async (_what, trustedProxies) => {
  await using service = await startSingleService({ config: { trustedProxies } });
  expect(await guess(service, 61, (index) => `203.0.113.${index}`)).toBe(429);
});
