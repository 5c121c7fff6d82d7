import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationName, operations } from '../../../../contract/operations.ts';
import { exchange } from '../../../fuzz/raw-exchange.ts';
import { type ContentHouse, openContentHouse } from '../contents/content-house.ts';

/* Each operation with a place in its path, and each with a JSON body, as an administrator who may do nearly everything. */

let house: ContentHouse;
beforeAll(async () => {
  house = await openContentHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

const hostilePlaces = [
  '..',
  '%2e%2e',
  '..%2f..%2f..%2fetc%2fpasswd',
  '..%5c..%5cwindows',
  '%252e%252e%252f',
  '%00',
  '1%00',
  '1%2f..%2f2',
  '1;2',
  '-1',
  '1e3',
  '0x1',
  '%c0%ae%c0%ae',
  '%ff',
  '9'.repeat(30),
  "1'%20or%20'1'='1",
  '__proto__',
  'constructor',
];

const all = Object.entries(operations) as [OperationName, (typeof operations)[OperationName]][];
const withPlaces = all.filter(([, { path }]) => path.includes('{')).map(([name]) => name);
const withJson = all.filter(([, { body }]) => body.kind === 'json').map(([name]) => name);

/** One request of an operation with this text at each place of its path. */
async function send(name: OperationName, place: string, body = '{}') {
  const { method, host, path } = operations[name];
  const base = host === 'upload' ? house.service.uploadUrl : house.service.baseUrl;
  const headers = [
    ['authorization', `Bearer ${house.service.person.token}`],
    ['content-type', 'application/json'],
    ['host', new URL(base).host],
  ] as const;
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const url = base + path.replaceAll(/\{[^}]*\}/g, () => place);
  return exchange({ method, url, headers, body: hasBody ? Buffer.from(body) : null, announcedBytes: null });
}

/** A key is any text without spaces, and names nothing but itself: one that was never used can be withdrawn. */
describe('a place in the path that leads elsewhere is none', () => {
  test.each(withPlaces)('%s', async (name) => {
    for (const place of hostilePlaces) {
      const answer = await send(name, place);
      if (answer.kind !== 'answer') throw new Error(`${place}: ${JSON.stringify(answer)}`);
      const isRefused = answer.status >= 400 && answer.status < 500;
      expect([place, isRefused || (name === 'withdrawIdempotencyKey' && answer.status === 204)]).toEqual([place, true]);
      expect(answer.text).not.toMatch(/root:|node_modules|\n\s+at |SQLITE|syntax error/);
    }
  });
});

const depth = 100_000;
const hostileBodies: Readonly<Record<string, string>> = {
  'nests without end': `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`,
  'has a prototype': '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"name":"x"}',
  'has a prototype below': '{"parent":{"__proto__":{"polluted":true},"id":"0"},"item":{"__proto__":{"polluted":true}}}',
  'names a field twice': '{"__proto__":null,"name":"a","name":{"__proto__":{"polluted":true}}}',
  'is a list with a length': '[{"length":4294967295}]',
  'is no object': '"__proto__"',
};

describe('a body that is out for the program itself does nothing to it', () => {
  test.each(withJson)('%s', async (name) => {
    for (const [what, body] of Object.entries(hostileBodies)) {
      const answer = await send(name, '987654321', body);
      if (answer.kind !== 'answer') throw new Error(`${what}: ${JSON.stringify(answer)}`);
      expect([what, answer.status < 500]).toEqual([what, true]);
      expect('polluted' in {}).toBe(false);
    }
  });
});
