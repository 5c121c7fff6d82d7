import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startSingleService, type TestService } from '../../../support/service/service.ts';

/*
 * A proxy and the service must agree on where a request ends: bytes that one treats as a body, the other must not treat as another
 * user's request. Each probe hides a request in a body whose length is ambiguous.
 */

let service: TestService;
let ann: ServiceCaller;
beforeAll(async () => {
  service = await startSingleService();
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

/** All that the service answers until it hangs up. */
async function exchange(text: string): Promise<string> {
  const { hostname, port } = new URL(service.listenUrl);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  let answer = '';
  socket.on('data', (bytes) => void (answer += bytes.toString('latin1')));
  socket.write(text, 'latin1');
  await once(socket, 'close');
  return answer;
}

const hiddenBody = '{"name":"smuggled","parent":{"id":"0"}}';
const hidden = () =>
  [
    'POST /2.0/folders HTTP/1.1',
    'host: x',
    'content-type: application/json',
    `authorization: Bearer ${service.person.token}`,
    `content-length: ${hiddenBody.length}`,
    'connection: close',
    '',
    hiddenBody,
  ].join('\r\n');

async function wasSmuggled(): Promise<boolean> {
  const { entries } = (await ann.get('/folders/0/items?limit=1000')).json;
  return entries.some(({ name }) => name === 'smuggled');
}

const chunkedEnd = '0\r\n\r\n';
const length = `content-length: ${chunkedEnd.length}`;
const chunked = 'transfer-encoding: chunked';

/** Heads that announce two lengths, or one that can be read in two ways. */
const ambiguousHeads: Readonly<Record<string, readonly string[]>> = {
  'a length and chunks': [length, chunked],
  'chunks and a length': [chunked, length],
  'a length of 0 and chunks': ['content-length: 0', chunked],
  'two lengths': ['content-length: 0', length],
  'two lengths, the longer first': [length, 'content-length: 0'],
  'the same length twice': [length, length],
  'two lengths in one header': ['content-length: 5, 0'],
  'a length with a sign': ['content-length: +5'],
  'a length below nothing': ['content-length: -1'],
  'a length in hexadecimal': ['content-length: 0x5'],
  'a length with a blank in it': ['content-length: 5 0'],
  'a length with a letter': ['content-length: 5a'],
  'a length without digits': ['content-length: '],
  'a length beyond 64 bits': ['content-length: 18446744073709551621'],
  'a blank before the colon of the length': ['content-length : 5'],
  'a blank before the colon of the chunks': ['transfer-encoding : chunked', length],
  'a folded line that ends in a length': ['x-folded: a', ' content-length: 5', 'content-length: 0', length],
  'a folded encoding': ['transfer-encoding:', ' chunked', length],
  'an encoding that is not known': ['transfer-encoding: xchunked', length],
  'chunks that are not the last encoding': ['transfer-encoding: chunked, identity', length],
  'two encodings': [chunked, 'transfer-encoding: identity', length],
  'a vertical tab before the encoding': ['transfer-encoding: \u000bchunked', length],
  'an encoding with a NUL': ['transfer-encoding: chunked\u0000', length],
  'a bare CR that hides a header': [`x-hidden: a\r${chunked}`, length],
  'a bare LF that hides a header': [`x-hidden: a\n${chunked}`, length],
  'a header without a name': [`: ${chunked}`, chunked, length],
};

describe('a head that announces its length in two ways', () => {
  test.each(Object.entries(ambiguousHeads))('%s', async (_what, headers) => {
    const head = ['POST /oauth2/token HTTP/1.1', 'host: x', 'content-type: application/x-www-form-urlencoded'];
    const answer = await exchange(`${[...head, ...headers, '', ''].join('\r\n')}${chunkedEnd}${hidden()}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(await wasSmuggled()).toBe(false);
  });
});

/** Bodies in chunks that end at two places. */
const ambiguousChunks: Readonly<Record<string, string>> = {
  'a size that is none': 'x\r\n\r\n',
  'a size with a sign': '+5\r\nabcde\r\n0\r\n\r\n',
  'a size beyond 64 bits': 'fffffffffffffffff\r\nabc\r\n0\r\n\r\n',
  'a chunk without its end': '5\r\nabcdeXX0\r\n\r\n',
  'a bare LF behind the size': '5\nabcde\n0\n\n',
  'a blank before the size': ' 5\r\nabcde\r\n0\r\n\r\n',
  'an extension that holds a line break': '5;a=\nb\r\nabcde\r\n0\r\n\r\n',
};

describe('chunks that end at two places', () => {
  test.each(Object.entries(ambiguousChunks))('%s', async (_what, chunks) => {
    const head = ['POST /oauth2/token HTTP/1.1', 'host: x', 'content-type: application/x-www-form-urlencoded', chunked];
    const answer = await exchange(`${[...head, '', ''].join('\r\n')}${chunks}${hidden()}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(await wasSmuggled()).toBe(false);
  });
});

describe('something behind a request that is no request', () => {
  const broken = 'G@T /health HTTP/1.1\r\nhost: x\r\n\r\n';

  test('is not answered in place of the request before it', async () => {
    const wait = new URL((await ann.options('/events')).json.entries[0]?.url ?? '');
    const head = `GET ${wait.pathname}${wait.search}&stream_position=now HTTP/1.1\r\nhost: x\r\n\r\n`;
    expect(await exchange(head + broken)).toBe('');
  });

  test('is not answered in the middle of an answer', async () => {
    const attributes = { name: 'large.bin', parent: { id: '0' } };
    const { id } = (await ann.upload(attributes, Buffer.alloc(16 * 1024 * 1024))).json.entries[0] ?? {};
    const download = new URL(String((await ann.get(`/files/${id}/content`)).headers['location']));
    const { hostname, port } = new URL(service.listenUrl);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    let answer = '';
    socket.once('data', () => {
      socket.pause();
      socket.write(broken, () => socket.resume());
    });
    socket.on('data', (bytes) => void (answer += bytes.toString('latin1')));
    socket.write(`GET ${download.pathname}${download.search} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await once(socket, 'close');
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });
});

describe('a request line that names two places', () => {
  test.each([
    ['no host', 'GET /health HTTP/1.1\r\n\r\n'],
    ['the same host twice', 'GET /health HTTP/1.1\r\nhost: a\r\nhost: a\r\nconnection: close\r\n\r\n'],
    ['two hosts', 'GET /health HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n'],
    ['a blank in the path', 'GET /health /2.0/users/me HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a line break in the path', 'GET /health\r\n/2.0 HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a version that is none', 'GET /health HTTP/9.9\r\nhost: x\r\n\r\n'],
    ['a method that is none', 'G@T /health HTTP/1.1\r\nhost: x\r\n\r\n'],
  ])('%s', async (_what, text) => {
    expect(await exchange(text)).toMatch(/^HTTP\/1\.1 400 |^$/);
  });
});

test('control: the hidden request itself is a good one, and two requests on one connection are two', async () => {
  const first = 'GET /health HTTP/1.1\r\nhost: x\r\n\r\n';
  const answer = await exchange(first + hidden());
  expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '201']);
  expect(await wasSmuggled()).toBe(true);
});
