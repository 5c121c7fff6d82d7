import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, type Headers } from '../../../support/service/callers/service-caller.ts';
import { type ContentHouse, openContentHouse, requireOk } from '../contents/content-house.ts';

/* Names and addresses go into headers and pages: none begins a header, a parameter or an element of its own. */

let house: ContentHouse;
beforeAll(async () => {
  house = await openContentHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

/** Names that are good, and would end a quoted text, a parameter, a line or an element. */
const names = [
  'a";filename=evil.exe;x="b.txt',
  "a';filename*=UTF-8''evil.exe;'b.txt",
  'a%0d%0aset-cookie: planted=1.txt',
  'a%22b.txt',
  'a; b=c.txt',
  'a\u2028set-cookie: planted=1\u2029.txt',
  'gpj\u202egpj.txt',
  '嘊嘍set-cookie: planted=1.txt',
  'ÄÖ ß €.txt',
  'a*b()!~.txt',
  '<img src=x onerror=alert(1)>.txt',
  '"><script>alert(1)<script>.txt',
  "'-alert(1)-'.txt",
  '${7*7}{{7*7}}<%= 7 %>.txt',
];

/** One parameter, written as RFC 8187 has it, and nothing behind it. */
const oneName = /^(?:attachment|inline)(?:; filename\*=UTF-8''(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+)?$/;

interface Named {
  readonly id: string;
  readonly link: string;
}
async function sharedFile(name: string): Promise<Named> {
  const [file] = requireOk(await house.owner.upload({ name, parent: { id: house.folderId } }, 'bytes')).entries;
  const shared = requireOk(await house.owner.put(`/files/${file?.id}?fields=shared_link`, { shared_link: {} }));
  return { id: String(file?.id), link: shared.shared_link.url };
}

test.each(names)('a download of %j has one name', async (name) => {
  const { id, link } = await sharedFile(name);
  const anyone = callerOf(house.service, null);
  const byToken = await house.owner.get(`/files/${id}/content`, { prefer: 'return=representation' });
  const byTicket = await house.owner.download(id);
  const byLink = await anyone.send('GET', `${link}/download/${id}`);
  for (const { status, headers } of [byToken, byTicket, byLink]) {
    expect([status, headers['set-cookie']]).toEqual([200, undefined]);
    expect(String(headers['content-disposition'])).toMatch(oneName);
    expect(decodeURIComponent(String(headers['content-disposition']).split("UTF-8''")[1] ?? '')).toBe(name);
  }
  const redirect = await house.owner.get(`/files/${id}/content`);
  expect(String(redirect.headers['location'])).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/download\/[\w.-]+$/);
  await house.owner.delete(`/files/${id}`);
});

test.each(names)('the page of %j holds it as a text', async (name) => {
  const { id, link } = await sharedFile(name);
  const { status, bytes, headers } = await callerOf(house.service, null).send('GET', link);
  expect([status, headers['set-cookie']]).toEqual([200, undefined]);
  expect(bytes.toString()).not.toMatch(/<img src=x|<script>alert|onerror=alert\(1\)>/);
  expect(String(headers['content-security-policy'])).not.toMatch(/script-src[^;]*'unsafe-inline'/);
  await house.owner.delete(`/files/${id}`);
});

const breaks = [
  '%0d%0aset-cookie:%20planted=1',
  '%0aset-cookie:%20planted=1',
  '%0d%0a%0d%0a<script>',
  '%e5%98%8a%e5%98%8dset-cookie:planted=1',
];
const places = [
  '/sign-in?to=/',
  '/oauth2/authorize?response_type=code&client_id=x&state=',
  '/oauth2/authorize?response_type=code&redirect_uri=http://127.0.0.1/',
  '/s/',
  '/v/',
  '/f/',
  '/download/',
  '/zip/',
  '/embed/',
  '/thumbnail/',
  '/shared/static/',
  '/2.0/files/',
  '/2.0/users/me?fields=',
  '/2.0/events?stream_position=',
  '/',
];

describe('a line break in an address begins no header', () => {
  test.each(places.flatMap((place) => breaks.map((text) => place + text)))('%s', async (path) => {
    const answer = await request(house.service.publicUrl + path, {
      headers: { authorization: `Bearer ${house.ownerPerson.token}` },
    });
    const body = await answer.body.text();
    expect(answer.statusCode).toBeLessThan(500);
    expect(String(answer.headers['set-cookie'] ?? '')).not.toContain('planted');
    expect(String(answer.headers['location'] ?? '')).not.toMatch(/[\r\n]/);
    if (String(answer.headers['content-type']).includes('html')) expect(body).not.toContain('<script>');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('what a request says of itself is in no address that the service gives out', () => {
  const claims: readonly Headers[] = [
    { host: 'evil.test' },
    { 'x-forwarded-host': 'evil.test' },
    { 'x-forwarded-proto': 'gopher' },
    { forwarded: 'host=evil.test;proto=https' },
    { 'x-original-url': '/2.0/users/me' },
    { 'x-rewrite-url': '/2.0/users/me' },
  ];
  test.each(claims)('%j', async (headers) => {
    const { id } = await house.newFile();
    const redirect = await house.owner.get(`/files/${id}/content`, headers);
    expect(new URL(String(redirect.headers['location'])).origin).toBe(house.service.publicUrl);
    const servers = await house.owner.send('OPTIONS', `${house.service.baseUrl}/events`, undefined, headers);
    expect(new URL(String(servers.json.entries[0]?.url)).origin).toBe(house.service.publicUrl);
    const page = await callerOf(house.service, null).send(
      'GET',
      `${house.service.publicUrl}/sign-in`,
      undefined,
      headers,
    );
    expect(page.bytes.toString()).not.toContain('evil.test');
  });
});
