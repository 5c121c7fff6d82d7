import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentHouse, openContentHouse, requireOk } from '../contents/content-house.ts';

/* The address of a web link ends up in files and pages of other people: one line, and nothing but a web page. */

let house: ContentHouse;
beforeAll(async () => {
  house = await openContentHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

const refused = [
  'https://example.com/\u0001b',
  'ht\ntps://example.com/',
  'https://example.com/\u0085',
  'https://example.com/\u2028b',
  'file:///etc/passwd',
  'file://evil.test/share',
  'FILE:///C:/Windows/System32/calc.exe',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'smb://evil.test/share',
  'https:',
  '//example.com/',
];

describe('an address that is none of a web page is refused', () => {
  test.each(refused)('when a web link is created: %j', async (url) => {
    const name = house.freshName();
    const { status, json } = await house.owner.post('/web_links', { url, name, parent: { id: house.folderId } });
    expect([status, json.code]).toEqual([400, 'bad_request']);
  });

  test.each(refused)('when a web link is changed: %j', async (url) => {
    const made = { url: 'https://example.com/', name: house.freshName(), parent: { id: house.folderId } };
    const { id } = requireOk(await house.owner.post('/web_links', made));
    expect((await house.owner.put(`/web_links/${id}`, { url })).status).toBe(400);
    expect((await house.owner.get(`/web_links/${id}`)).json.url).toBe(made.url);
  });
});

describe('line breaks and tabs are taken out, as URL parsers do', () => {
  test.each([
    ['https://example.com/\r\nIconFile=x', 'https://example.com/IconFile=x'],
    ['https://example.com/\tb', 'https://example.com/b'],
    ['https://exa\nmple.com/', 'https://example.com/'],
    [' https://example.com/\n', 'https://example.com/'],
  ])('%j', async (url, stored) => {
    const body = { url, name: house.freshName(), parent: { id: house.folderId } };
    const made = requireOk(await house.owner.post('/web_links', body));
    expect(made.url).toBe(stored);
    expect(requireOk(await house.owner.put(`/web_links/${made.id}`, { url })).url).toBe(stored);
    expect((await house.owner.get(`/web_links/${made.id}`)).json.url).toBe(stored);
  });
});

test.each(['https://example.com/a%0D%0Ab', 'http://[::1]/', 'https://example.com/ä?q=1#x'])(
  'control: %s is an address',
  async (url) => {
    const made = await house.owner.post('/web_links', { url, name: house.freshName(), parent: { id: house.folderId } });
    expect([made.status, made.json.url]).toEqual([201, url]);
  },
);

describe('no name holds a character that a terminal obeys', () => {
  test.each(['\u0080', '\u0085', '\u009b', '\u009d', '\u009f', '\u007f'])('%j', async (character) => {
    const name = `a${character}b`;
    expect((await house.owner.post('/folders', { name, parent: { id: house.folderId } })).status).toBe(400);
    expect((await house.owner.upload({ name, parent: { id: house.folderId } }, 'x')).status).toBe(400);
    const link = { url: 'https://example.com/', name, parent: { id: house.folderId } };
    expect((await house.owner.post('/web_links', link)).status).toBe(400);
  });
});
