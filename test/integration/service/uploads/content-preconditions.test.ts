import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  callerOf,
  type Headers,
  type Seen,
  type ServiceCaller,
  sha1Of,
} from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let ann: ServiceCaller;
const visitor = () => callerOf(service, null);

beforeAll(async () => {
  service = await startTestService();
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

const [first, second] = ['first content', 'second content'];
const tagOf = (content: string) => `"${sha1Of(content)}"`;
const modified = 'Thu, 05 Mar 2026 10:00:00 GMT';

/** A file that got a second content after its first one, and the URLs at which it is read. */
async function newFile(name: string): Promise<{ readonly file: Seen; readonly urls: readonly string[] }> {
  const dates = { content_modified_at: '2026-03-05T10:00:00Z' };
  const uploaded = await ann.upload({ name, parent: { id: '0' }, ...dates }, first);
  const [file] = uploaded.json.entries;
  if (!file) throw new Error('The upload answered without an entry.');
  await ann.upload({ name, ...dates }, second, `/files/${file.id}/content`);
  const shared = (await ann.put(`/files/${file.id}`, { shared_link: {} })).json.shared_link;
  const ticket = await ann.get(`/files/${file.id}/content`);
  return { file, urls: [String(ticket.headers['location']), shared.download_url, `${shared.url}/preview/${file.id}`] };
}

const fresh = { 'if-match': tagOf(second) };
const stale = { 'if-match': tagOf(first) };
const before = 'Thu, 05 Mar 2026 09:59:59 GMT';

describe('[RFC 9110 13.2.2] a download looks at its conditions in this order', () => {
  test.each<[string, Headers, number, string]>([
    ['If-Match of this content', { ...fresh, range: 'bytes=7-' }, 206, 'content'],
    ['If-Match of another content', { ...stale, range: 'bytes=7-' }, 412, ''],
    ['If-Match of any', { 'if-match': '*' }, 200, second],
    ['If-Match in a list', { 'if-match': `"x", ${tagOf(second)}` }, 200, second],
    ['If-Match of a weak tag', { 'if-match': `W/${tagOf(second)}` }, 412, ''],
    ['If-Match before If-Unmodified-Since', { ...fresh, 'if-unmodified-since': before }, 200, second],
    ['If-Match before If-None-Match', { ...stale, 'if-none-match': tagOf(second) }, 412, ''],
    ['If-Unmodified-Since, not modified', { 'if-unmodified-since': modified, range: 'bytes=7-' }, 206, 'content'],
    ['If-Unmodified-Since, modified', { 'if-unmodified-since': before, range: 'bytes=7-' }, 412, ''],
    ['If-Unmodified-Since that is no date', { 'if-unmodified-since': 'yesterday' }, 200, second],
    ['If-None-Match of this content', { 'if-none-match': tagOf(second), range: 'bytes=7-' }, 304, ''],
    ['If-None-Match of this content, weakly', { 'if-none-match': `W/${tagOf(second)}` }, 304, ''],
    ['If-None-Match of any', { 'if-none-match': '*' }, 304, ''],
    ['If-None-Match of another content', { 'if-none-match': tagOf(first), range: 'bytes=7-' }, 206, 'content'],
    ['If-Range of another content', { 'if-range': tagOf(first), range: 'bytes=7-' }, 200, second],
    ['If-Range after If-Match', { ...stale, 'if-range': tagOf(second), range: 'bytes=7-' }, 412, ''],
    ['a condition before a range outside', { ...stale, range: 'bytes=99-' }, 412, ''],
  ])('%s', async (name, headers, status, content) => {
    const { urls } = await newFile(`${name.replaceAll('*', 'any')}.png`);
    for (const url of urls) {
      const answer = await visitor().send('GET', url, undefined, headers);
      const text = answer.status < 300 ? answer.bytes.toString() : '';
      expect([url.split('/')[3], answer.status, text]).toEqual([url.split('/')[3], status, content]);
      if (status < 400) expect(answer.headers['etag']).toBe(tagOf(second));
    }
  });

  test('a refused one says what to do, also where the bytes were to come at once', async () => {
    const { file, urls } = await newFile('at once.png');
    const refused = await visitor().send('GET', String(urls[0]), undefined, stale);
    expect([refused.json.code, refused.json.message]).toEqual([
      'precondition_failed',
      'The content has changed since your last request. Download it again from the start.',
    ]);
    const atOnce = (headers: Headers) =>
      ann.get(`/files/${file.id}/content`, { prefer: 'return=representation', ...headers });
    expect((await atOnce({ ...fresh, range: 'bytes=7-' })).bytes.toString()).toBe('content');
    for (const headers of [stale, { 'if-none-match': tagOf(second) }, { 'if-unmodified-since': before }]) {
      const led = await atOnce(headers);
      expect([led.status, led.bytes.length]).toEqual([302, 0]);
      const { status } = await visitor().send('GET', String(led.headers['location']), undefined, headers);
      expect(status).toBe('if-none-match' in headers ? 304 : 412);
    }
  });

  test('a range is for GET alone: HEAD tells of the whole content', async () => {
    const { urls } = await newFile('head.png');
    for (const url of urls.slice(0, 2)) {
      const answer = await visitor().send('HEAD', url, undefined, { range: 'bytes=7-' });
      expect([answer.status, answer.headers['content-length'], answer.headers['content-range']]).toEqual([
        200,
        String(second.length),
        undefined,
      ]);
      expect((await visitor().send('HEAD', url, undefined, stale)).status).toBe(412);
    }
  });
});
