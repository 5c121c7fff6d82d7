import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import { type ContentHouse, openContentHouse, requireOk } from '../contents/content-house.ts';

let house: ContentHouse;
beforeAll(async () => {
  house = await openContentHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

const hostileAddresses = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0.0.0.0/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://192.0.0.1/',
  'https://198.18.0.1/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[ff02::1]/',
  'https://[64:ff9b::7f00:1]/',
  'http://example.com/',
  'https://example.com:8443/',
  'https://example.com:22/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'data:text/plain,x',
  '//example.com/',
  'example.com',
  '',
  ' ',
];

describe('no webhook leads into the network of the service', () => {
  test('control: a public address is taken', async () => {
    const target = { type: 'folder', id: (await house.newFolder()).id };
    const body = { target, address: 'https://example.com/told', triggers: ['FILE.UPLOADED'] };
    expect((await house.owner.post('/webhooks', body)).status).toBe(201);
  });
  test.each(hostileAddresses)('%j', async (address) => {
    const target = { type: 'folder', id: house.folderId };
    const { status } = await house.owner.post('/webhooks', { target, address, triggers: ['FILE.UPLOADED'] });
    expect(status).toBe(400);
  });
});

const hostileNames = [
  '..',
  '.',
  '../up',
  '../../etc/passwd',
  'a/b',
  'a\\b',
  '..\\up',
  'nul\u0000',
  'line\nbreak',
  'cr\rlf',
  'esc\u001b[2J',
  'tab\t',
  'trailing ',
  '',
  'x'.repeat(256),
];
describe('no item has a name that leads elsewhere', () => {
  test.each(hostileNames)('a folder named %j', async (name) => {
    expect((await house.owner.post('/folders', { name, parent: { id: house.folderId } })).status).toBe(400);
  });
  test.each(hostileNames)('a file named %j', async (name) => {
    expect((await house.owner.upload({ name, parent: { id: house.folderId } }, 'x')).status).toBe(400);
  });
});

describe('names of the language are names like any other', () => {
  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'])('%s', async (name) => {
    const made = requireOk(await house.owner.post('/folders', { name, parent: { id: house.folderId } }));
    expect((await house.owner.get(`/folders/${made.id}`)).json.name).toBe(name);
    const raw = `{"name":"in ${name}","parent":{"id":"${made.id}"},"${name}":{"isAdmin":true,"name":"other"}}`;
    const url = `${house.service.baseUrl}/folders`;
    const sent = await house.owner.send('POST', url, raw, { 'content-type': 'application/json' });
    if (sent.status === 201) expect(sent.json.name).toBe(`in ${name}`);
    else expect(sent.status).toBe(400);
    expect('isAdmin' in {}).toBe(false);
    expect((await house.owner.get(`/folders/${made.id}?fields=${name}`)).status).toBe(200);
  });
});

describe('a body of too many values is refused before anything is made of them', () => {
  const folderWith = (values: number) => ({
    name: house.freshName(),
    parent: { id: house.folderId },
    more: Array<number>(values).fill(0),
  });
  test('control: more values than any operation needs are taken', async () => {
    expect((await house.owner.post('/folders', folderWith(159_000))).status).toBe(201);
  });
  test.each([160_000, 2_000_000])('%i values', async (values) => {
    const { status, bytes } = await house.owner.post('/folders', folderWith(values));
    expect([status, bytes.length < 2_000]).toEqual([400, true]);
  });
});

describe('a path below the public places stays below them', () => {
  const paths = [
    '..',
    '../../..',
    '%2e%2e',
    '%2e%2e%2f',
    '..%2f..%2fetc%2fpasswd',
    '..%5c',
    '%00',
    '.%00./',
    '....//',
    '%c0%ae%c0%ae/',
  ];
  const places = ['/s/', '/v/', '/f/', '/download/', '/zip/', '/embed/', '/thumbnail/', '/shared/static/'];
  test.each(places.flatMap((place) => paths.map((path) => place + path)))('%s', async (path) => {
    const answer = await callerOf(house.service, null).send('GET', house.service.publicUrl + path);
    expect([400, 401, 404, 405]).toContain(answer.status);
    expect(answer.bytes.toString()).not.toMatch(/root:|node_modules|\n\s+at /);
  });
});

describe('the proof of a password lasts no longer than the password', () => {
  test.each(['svcapi', 'a ticket'])('%s', async (door) => {
    const { id } = await house.newFile();
    const made = requireOk(
      await house.owner.put(`/files/${id}?fields=shared_link`, { shared_link: { password: 'first pass 1' } }),
    );
    const stranger = callerOf(
      house.service,
      (await house.service.addPerson(`${house.freshName().replaceAll(' ', '')}@example.com`)).token,
    );
    const header = (password: string) => ({
      svcapi: `shared_link=${made.shared_link.url}&shared_link_password=${password}`,
    });
    const proved = await stranger.get(`/files/${id}/content`, header('first pass 1'));
    expect(proved.status).toBe(302);
    requireOk(await house.owner.put(`/files/${id}`, { shared_link: { password: 'second pass 2' } }));
    if (door === 'svcapi') {
      expect((await stranger.get(`/files/${id}/content`, header('first pass 1'))).status).toBe(403);
      expect((await stranger.get(`/files/${id}/content`, header('second pass 2'))).status).toBe(302);
    } else {
      expect((await stranger.send('GET', String(proved.headers['location']))).status).toBe(404);
    }
  });
});
