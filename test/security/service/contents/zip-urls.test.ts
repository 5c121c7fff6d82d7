import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipEntries } from '../../../support/files/zip-entries.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { type ContentHouse, openContentHouse, requireOk } from './content-house.ts';

/** The URL of an archive needs no token, so it must be good for nothing but this archive, once. */

let house: ContentHouse;
let anyone: ServiceCaller;
beforeAll(async () => {
  house = await openContentHouse();
  anyone = callerOf(house.service, null);
});
afterAll(() => house[Symbol.asyncDispose]());

const zipOf = async (caller: ServiceCaller, items: readonly object[], more: object = {}) =>
  requireOk(await caller.post('/zip_downloads', { items, ...more }));

async function newZip() {
  const { id } = await house.newFile('the bytes');
  return zipOf(house.owner, [{ type: 'file', id }]);
}

const ticketOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
const publicUrl = () => house.service.publicUrl;

const forged: Readonly<Record<string, (url: string) => string | Promise<string>>> = {
  'without its signature': (url) => url.split('.').slice(0, -1).join('.'),
  'with another signature': (url) => `${url.slice(0, -4)}AAAA`,
  'with another content under its signature': async (url) => {
    const other = ticketOf((await newZip()).download_url).split('.')[0];
    return `${publicUrl()}/zip/${other}.${ticketOf(url).split('.')[1]}`;
  },
  'of its record alone': (url) => {
    const { content } = JSON.parse(Buffer.from(ticketOf(url).split('.')[0] ?? '', 'base64url').toString());
    return `${publicUrl()}/zip/${content.zipId}`;
  },
  'of a download of a file': async () => {
    const { id } = await house.newFile('the bytes');
    const { headers } = await house.owner.get(`/files/${id}/content`);
    return `${publicUrl()}/zip/${ticketOf(String(headers['location']))}`;
  },
  'as a download of a file': (url) => `${publicUrl()}/download/${ticketOf(url)}`,
  'as a thumbnail': (url) => `${publicUrl()}/thumbnail/${ticketOf(url)}`,
  'as an embedded file': (url) => `${publicUrl()}/embed/${ticketOf(url)}`,
};

test.each(Object.entries(forged))('a URL %s opens nothing, and the real one still does', async (_what, forge) => {
  const { download_url } = await newZip();
  const refused = await anyone.send('GET', await forge(download_url));
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.bytes.includes('the bytes')).toBe(false);
  expect((await anyone.send('GET', download_url)).bytes.includes('the bytes')).toBe(true);
});

test('its status is for its creator alone, and none of its answers is kept by a cache', async () => {
  const { download_url, status_url } = await newZip();
  const answer = await anyone.send('GET', download_url);
  expect(answer.headers['cache-control']).toContain('no-store');
  const seen = await Promise.all([
    house.owner.send('GET', status_url),
    house.members['co-owner'].caller.send('GET', status_url),
    anyone.send('GET', status_url),
  ]);
  expect(seen.map(({ status }) => status)).toEqual([200, 404, 401]);
});

test.each(['..', '../../etc/passwd', 'C:\\Windows\\x', 'a"; filename="b.exe', 'a\r\nset-cookie: b=c', '\u202egnp.exe'])(
  'an archive named %j has a name of one line and no folder',
  async (name) => {
    const { id } = await house.newFile();
    const { download_url } = await zipOf(house.owner, [{ type: 'file', id }], { download_file_name: name });
    const { status, headers } = await anyone.send('GET', download_url);
    const [, encoded = ''] = String(headers['content-disposition']).split("attachment; filename*=UTF-8''");
    expect(status).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
    expect(decodeURIComponent(encoded)).toMatch(/^[^/\\:"\r\n]+\.zip$/);
  },
);

test('names that lead out of a folder on some system stay in it', async () => {
  const folder = await house.newFolder();
  for (const name of ['...', 'C:', 'nul', 'a:stream', '~', '-rf']) {
    requireOk(await house.owner.upload({ name, parent: { id: folder.id } }, 'x'));
  }
  const { download_url } = await zipOf(house.owner, [{ type: 'folder', id: folder.id }]);
  const names = zipEntries((await anyone.send('GET', download_url)).bytes).map(({ path }) => path.split('/'));
  expect(names.map(([top, name, more]) => [top, name, more])).toEqual(
    ['_', 'C_', '_nul', 'a_stream', '~', '-rf'].map((name) => [folder.name, name, undefined]),
  );
});

test('a token that is limited to a folder zips what is in it, and nothing else', async () => {
  const [inside, outside] = [await house.newFolder(), await house.newFolder()];
  await house.newFile('the bytes', inside.id);
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: house.ownerPerson.token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    scope: 'item_download',
    resource: `${house.service.baseUrl}/folders/${inside.id}`,
  });
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const exchanged = requireOk(await anyone.send('POST', `${publicUrl()}/oauth2/token`, body.toString(), type));
  const narrow = callerOf(house.service, JSON.parse(JSON.stringify(exchanged)).access_token);
  expect((await narrow.post('/zip_downloads', { items: [{ type: 'folder', id: outside.id }] })).status).toBe(404);
  const { download_url } = await zipOf(narrow, [{ type: 'folder', id: inside.id }]);
  expect((await anyone.send('GET', download_url)).bytes.includes('the bytes')).toBe(true);
});

test("over HTTP/1.0, which can't tell a broken archive from a complete one, it is refused, and stays good", async () => {
  const { download_url } = await newZip();
  const { hostname, port, pathname } = new URL(download_url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`GET ${pathname} HTTP/1.0\r\nHost: ${hostname}:${port}\r\n\r\n`);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('proxy_http_version 1.1');
  expect((await anyone.send('GET', download_url)).bytes.includes('the bytes')).toBe(true);
});
