import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

const form = 'content-disposition: form-data; name=';
const field = (name: string, value: string, more = '') => `--b\r\n${form}"${name}"${more}\r\n\r\n${value}\r\n`;
const file = (content: string) => `--b\r\n${form}"file"; filename="f"\r\n\r\n${content}\r\n`;
const attributes = (name: string) => field('attributes', JSON.stringify({ name, parent: { id: '0' } }));
const octets = '\r\ncontent-type: application/octet-stream';
const isJson = '\r\ncontent-type: application/json';
const end = '--b--\r\n';

/** A body of which each has its own file name. */
type Body = (name: string) => string;

/** Small bodies that announce their length are read whole, those in chunks as a stream: the answer is the same. */
const bodies: readonly [what: string, body: Body, status: number, code: string][] = [
  ['a whole body', (name) => attributes(name) + file('content') + end, 201, ''],
  ['an empty file', (name) => attributes(name) + file('') + end, 201, ''],
  ['a preamble and an epilogue', (name) => `before\r\n${attributes(name)}${file('content')}${end}after`, 201, ''],
  ['the last of two attributes', (name) => attributes('unused') + attributes(name) + file('content') + end, 201, ''],
  ['other fields', (name) => field('other', 'x') + attributes(name) + file('content') + end, 201, ''],
  [
    'attributes that say that they are JSON',
    (name) => attributes(name).replace('\r\n\r\n', `${isJson}\r\n\r\n`) + file('content') + end,
    201,
    '',
  ],
  [
    'null for a date',
    (name) =>
      field('attributes', JSON.stringify({ name, parent: { id: '0' }, content_created_at: null })) +
      file('content') +
      end,
    201,
    '',
  ],
  ['fields behind the file', (name) => attributes(name) + file('content') + field('a', '{') + end, 201, ''],
  ['a second file', (name) => attributes(name) + file('content') + file('lost') + end, 400, 'bad_request'],
  ['two more files', (name) => attributes(name) + file('content') + file('a') + file('b') + end, 400, 'bad_request'],
  [
    'other attributes behind the file',
    (name) => attributes(name) + file('content') + attributes('lost') + end,
    400,
    'metadata_after_file_contents',
  ],
  [
    'a file without a file name',
    (name) => attributes(name) + file('content').replace('; filename="f"', octets) + end,
    201,
    '',
  ],
  [
    'U+0000 in another field',
    (name) => field('a', 'x\0') + attributes(name) + file('content') + end,
    400,
    'bad_request',
  ],
  [
    'attributes behind the file',
    (name) => file('content') + attributes(name) + end,
    400,
    'metadata_after_file_contents',
  ],
  ['attributes that are no JSON', () => field('attributes', '{') + file('content') + end, 400, 'bad_request'],
  [
    'attributes that only say that they are JSON',
    () => field('attributes', '{', isJson) + end,
    415,
    'unsupported_media_type',
  ],
  [
    'attributes without a name',
    () => field('attributes', '{"parent":{"id":"0"}}') + file('content') + end,
    400,
    'bad_request',
  ],
  ['U+0000 in the attributes', (name) => attributes(`${name}\u0000`) + file('content') + end, 400, 'bad_request'],
  ['no file', (name) => attributes(name) + end, 400, 'bad_request'],
  ['no parts', () => end, 400, 'bad_request'],
  ['too many fields and no file', () => field('a', 'x').repeat(17) + end, 413, 'request_entity_too_large'],
  ['a field with the name of a prototype', () => field('constructor', 'x') + end, 400, 'bad_request'],
  ['an end within the file', (name) => attributes(name) + file('content'), 400, 'bad_request'],
  ['an end within the attributes', (name) => attributes(name).slice(0, 90), 400, 'bad_request'],
  [
    'another boundary',
    (name) => (attributes(name) + file('content') + end).replaceAll('--b', '--c'),
    400,
    'bad_request',
  ],
];

describe('an upload with', () => {
  test.each(bodies)('%s', async (_what, bodyOf, status, code) => {
    const [whole, streamed] = [`${++made}.txt`, `${++made}.txt`];
    const answers = [await send(bodyOf(whole)), await send(Readable.from([bodyOf(streamed)]))];
    for (const answer of answers) expect([answer.status, answer.code ?? '']).toEqual([status, code]);
    expect(answers[0]?.message).toBe(answers[1]?.message);
    const stored = (await ann.get('/folders/0/items?limit=1000')).json.entries.map(({ name }) => name);
    const wanted = status === 201 ? [whole, streamed] : [];
    expect([whole, streamed].filter((name) => stored.includes(name))).toEqual(wanted);
    expect(answers.map(({ size }) => size)).toEqual(
      status === 201 ? Array(2).fill(sizeOf(bodyOf(''))) : [undefined, undefined],
    );
  });

  test('a boundary that its type does not name', async () => {
    const answer = await send(attributes('no boundary') + file('content') + end, 'multipart/form-data');
    expect([answer.status, answer.code]).toEqual([400, 'bad_request']);
  });
});

const nulls = JSON.stringify({ name: null, content_created_at: null, content_modified_at: null });

describe('a new version with', () => {
  test.each([
    ['no attributes', file('content') + end, 201, ''],
    ['attributes of null', field('attributes', nulls) + file('content') + end, 201, ''],
    ['no attributes, and a field behind the file', file('content') + field('a', '{') + end, 201, ''],
    [
      'attributes behind the file',
      file('content') + field('attributes', '{"name":"lost"}') + end,
      400,
      'metadata_after_file_contents',
    ],
    ['no attributes, and a second file', file('content') + file('lost') + end, 400, 'bad_request'],
    ['no attributes, and an end within the file', file('content'), 400, 'bad_request'],
  ])('%s', async (_what, body, status, code) => {
    for (const sent of [body, Readable.from([body])]) {
      const name = `${++made}.txt`;
      const [old] = (await ann.upload({ name, parent: { id: '0' } }, 'before')).json.entries;
      const answer = await send(sent, 'multipart/form-data; boundary=b', `/files/${old?.id}/content`);
      expect([answer.status, answer.code ?? '']).toEqual([status, code]);
      const isStored = status === 201;
      const { json } = await ann.get(`/files/${old?.id}`);
      expect([json.name, json.etag]).toEqual([name, isStored ? '1' : '0']);
      expect((await ann.download(String(old?.id))).bytes.toString()).toBe(isStored ? 'content' : 'before');
    }
  });
});

test('a small upload whose connection breaks stores nothing, and the service continues', async () => {
  const { hostname, port } = new URL(service.listenUrl);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /2.0/files/content HTTP/1.1',
    `host: ${hostname}`,
    `authorization: Bearer ${service.person.token}`,
    'content-type: multipart/form-data; boundary=b',
    'content-length: 1000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${attributes('cut.txt')}${file('content').slice(0, -2)}`);
  await once(socket, 'connect');
  socket.end();
  await once(socket.resume(), 'close');
  expect((await ann.upload({ name: 'after.txt', parent: { id: '0' } }, 'content')).status).toBe(201);
  const stored = (await ann.get('/folders/0/items?limit=1000')).json.entries.map(({ name }) => name);
  expect(stored).not.toContain('cut.txt');
});

function sizeOf(body: string): number {
  return body.includes('\r\n\r\ncontent\r\n') ? 'content'.length : 0;
}

interface Outcome {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly size: number | undefined;
}

async function send(
  body: string | Readable,
  type = 'multipart/form-data; boundary=b',
  path = '/files/content',
): Promise<Outcome> {
  const headers = { authorization: `Bearer ${service.person.token}`, 'content-type': type };
  const answer = await request(service.uploadUrl + path, { method: 'POST', headers, body });
  const json = (await answer.body.json()) as { code?: string; message?: string; entries?: { size: number }[] };
  return { status: answer.statusCode, code: json.code, message: json.message, size: json.entries?.[0]?.size };
}
