import { describe, expect, test } from 'vitest';
import { operations } from '../../../../../contract/operations.ts';
import {
  type Asked,
  bringsUndeclaredBytes,
  digested,
  fingerprintOf,
} from '../../../../../service/http/idempotency/fingerprint.ts';

const asked: Asked = {
  params: { folder_id: '1' },
  query: { fields: 'id' },
  headers: { 'if-match': '3' },
  body: { a: 1, b: { c: 2, d: [3] } },
};
const { createFolder, updateFolder, uploadFile, uploadPart } = operations;

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  for (const letter of text) yield Buffer.from(letter);
}

const multipart = (attributes: unknown, content = ''): Asked => ({
  ...asked,
  headers: {},
  body: { attributes, content: bytes(content) },
});

describe('a repeated request', () => {
  const first = fingerprintOf('POST', createFolder, asked);

  test.each<readonly [string, string]>([
    ['method', fingerprintOf('PUT', createFolder, asked)],
    ['operation', fingerprintOf('POST', updateFolder, asked)],
    ['path', fingerprintOf('POST', createFolder, { ...asked, params: { folder_id: '2' } })],
    ['query', fingerprintOf('POST', createFolder, { ...asked, query: {} })],
    ['header', fingerprintOf('POST', createFolder, { ...asked, headers: { 'if-match': '4' } })],
    ['field', fingerprintOf('POST', createFolder, { ...asked, body: { a: 1, b: { c: 2, d: [4] } } })],
    ['order of a list', fingerprintOf('POST', createFolder, { ...asked, body: { a: 1, b: { c: [3], d: 2 } } })],
  ])('with another %s is another one', (_part, other) => expect(other).not.toBe(first));

  test('is the same with its fields in another order', () => {
    expect(fingerprintOf('POST', createFolder, { ...asked, body: { b: { d: [3], c: 2 }, a: 1 } })).toBe(first);
  });

  test('is recognised without its password, of which nothing may be guessed', () => {
    const { updateFile } = operations;
    const withPassword = (password: string | null) =>
      fingerprintOf('PUT', updateFile, { ...asked, body: { shared_link: { access: 'open', password } } });
    expect(withPassword('Summer2026')).toBe(withPassword('Winter2026'));
    expect(withPassword('Summer2026')).not.toBe(withPassword(null));
    const through = (link: string) => fingerprintOf('PUT', updateFile, { ...asked, headers: { svcapi: link } });
    const link = 'shared_link=https://files.example/s/1';
    expect(through(`${link}&shared_link_password=one`)).toBe(through(`${link}&shared_link_password=two`));
    expect(through(`${link}&shared_link_password=one`)).not.toBe(through(link));
  });

  test('with bytes is recognised by its description of them', () => {
    const said = fingerprintOf('POST', uploadFile, multipart({ name: 'a' }, 'first'));
    expect(fingerprintOf('POST', uploadFile, multipart({ name: 'a' }, 'other bytes'))).toBe(said);
    expect(fingerprintOf('POST', uploadFile, multipart({ name: 'b' }, 'first'))).not.toBe(said);
    const part = (content: string) => fingerprintOf('PUT', uploadPart, { ...asked, body: bytes(content) });
    expect(part('first')).toBe(part('other bytes'));
  });
});

test.each<readonly [string, boolean, Asked]>([
  ['an upload without a digest', true, multipart({ name: 'a' })],
  ['an upload with a digest', false, { ...multipart({ name: 'a' }), headers: { 'content-md5': 'a'.repeat(40) } }],
  ['a batch of which each file has a digest', false, multipart({ entries: [{ sha1: 'a' }, { sha1: 'b' }] })],
  ['a batch of which one file has none', true, multipart({ entries: [{ sha1: 'a' }, {}] })],
])('%s brings bytes that are not declared: %s', (_what, isUndeclared, request) => {
  expect(bringsUndeclaredBytes(uploadFile, request)).toBe(isUndeclared);
});

test('the digest of bytes is known once all have passed', async () => {
  const { content, digest } = digested(bytes('abc'));
  const seen: (string | null)[] = [];
  for await (const letter of content) {
    seen.push(digest());
    // Received buffers are reused after they are read.
    letter.fill(0);
  }
  expect(seen).toEqual([null, null, null]);
  expect(digest()).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
});
