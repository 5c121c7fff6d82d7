import { afterEach, describe, expect, test } from 'vitest';
import { checkAddress, meantBy } from '../../../../main/account/check-address.ts';
import { createExchange } from '../../../../main/api/transport/exchange.ts';
import { type ScriptedAnswer, startScriptedServer } from '../../../support/lines/scripted-server.ts';

const open = new Set<AsyncDisposable>();
afterEach(async () => {
  for (const one of open) await one[Symbol.asyncDispose]();
  open.clear();
});

describe('a typed service address', () => {
  test.each([
    ['files.example.com', ['https://files.example.com/2.0']],
    ['  files.example.com/ ', ['https://files.example.com/2.0']],
    ['https://files.example.com/box/2.0/', ['https://files.example.com/box/2.0']],
    ['http://files.example.com:8080', ['http://files.example.com:8080/2.0']],
    ['127.0.0.1:8080', ['http://127.0.0.1:8080/2.0', 'https://127.0.0.1:8080/2.0']],
    ['localhost', ['http://localhost/2.0', 'https://localhost/2.0']],
    ['ftp://files.example.com', []],
    ['https://ann:secret@files.example.com', []],
    ['two words', []],
    ['', []],
  ])('%s', (typed, meant) => {
    expect(meantBy(typed)).toEqual(meant);
  });
});

describe('the answer at an address', () => {
  const check = async (answer: ScriptedAnswer) => {
    const server = await startScriptedServer(() => answer);
    open.add(server);
    const exchange = createExchange({ connectTimeoutMs: 2_000, connections: 1 });
    open.add({ [Symbol.asyncDispose]: () => exchange.close() });
    const checked = await checkAddress(server.origin.replace('http://', ''), exchange);
    return { checked, origin: server.origin, seen: server.seen };
  };

  test('a service asks who is there; it is asked without a token', async () => {
    const { checked, origin, seen } = await check({ status: 401, headers: { 'www-authenticate': 'Bearer realm="x"' } });
    const value = { service: `${origin}/2.0`, baseUrl: `${origin}/2.0`, uploadUrl: `${origin}/upload/2.0` };
    expect(checked).toEqual({ ok: true, value });
    expect(seen).toMatchObject([{ method: 'GET', path: '/2.0/users/me' }]);
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
  });

  test('a foreign page is not the service', async () => {
    const { checked } = await check({ status: 200, json: { hello: 'world' } });
    expect(checked).toMatchObject({ ok: false, error: { code: 'not_the_service' } });
  });

  test('an address that does not answer is offline', async () => {
    const exchange = createExchange({ connectTimeoutMs: 2_000, connections: 1 });
    open.add({ [Symbol.asyncDispose]: () => exchange.close() });
    expect(await checkAddress('127.0.0.1:1', exchange)).toMatchObject({
      ok: false,
      error: { code: 'offline', message: { code: 'nothing_answers', args: { host: '127.0.0.1:1' } } },
    });
    expect(await checkAddress('no address', exchange)).toMatchObject({ ok: false, error: { code: 'bad_address' } });
  });
});
