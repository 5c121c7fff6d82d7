import { describe, expect, it } from 'vitest';
import { keptArchives } from '../../../../main/commands/archive/archive.ts';
import { contentRequestOf } from '../../../../main/commands/content/content-request.ts';
import { contentSource } from '../../../../main/commands/content/content-source.ts';
import { contentInWords, sayTo } from '../../../../main/commands/content/in-words.ts';
import { linkVisits } from '../../../../main/commands/shared-link/link-visits.ts';
import { contentPath, previewLimits } from '../../../../preload/ipc/shapes/content.ts';
import { contentCalls } from '../../../support/files/content-calls.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const { api, asked } = contentCalls(
  {
    '1': { name: 'notes.txt', bytes: bytes('0123456789') },
    '2': { name: 'drawing.SVG', bytes: bytes(svg) },
    '3': { name: 'page.html', bytes: bytes('<script>alert(1)</script>') },
    '4': { name: 'plan.pdf', bytes: bytes('%PDF-1.7') },
    '5': { name: 'archive.zip', bytes: bytes('PK') },
    '6': { name: 'huge.png', bytes: new Uint8Array(previewLimits.image + 1) },
    '7': { name: 'Ann’s “plan” 100 %.txt', bytes: bytes('x') },
    '8': { name: 'secret.txt', bytes: bytes('x'), isForbidden: true },
  },
  {
    '11': { contentType: 'image/png', bytes: bytes('a picture') },
    '12': { contentType: 'image/svg+xml', bytes: bytes(svg) },
  },
);
const visits = linkVisits(() => 'visit-1');
const archives = keptArchives(() => 'archive-1');
const source = contentSource({ api, visits, archives });
const never = new AbortController().signal;

async function ask(path: string, method = 'GET', range: string | null = null) {
  const request = contentRequestOf({ method, address: path, range, ifRange: null });
  if (request === null) return null;
  const answer = contentInWords(await source.answer(request, never), sayTo('de-AT,en;q=0.5'));
  let text = '';
  for await (const chunk of answer.body ?? []) text += new TextDecoder().decode(chunk);
  return { ...answer, text };
}

describe('a request of the window', () => {
  it('is the path that it was given, for a version or within a shared link', async () => {
    expect(contentPath('download', { fileId: '1' })).toBe('/content/download/1');
    const path = contentPath('preview', { fileId: '1', version: '7', visit: 'a b' });
    expect(contentRequestOf({ method: 'GET', address: path, range: 'bytes=0-1', ifRange: '"tag"' })).toEqual({
      use: 'preview',
      fileId: '1',
      version: '7',
      visit: 'a b',
      range: 'bytes=0-1',
      ifRange: '"tag"',
      isHead: false,
    });
  });

  it('is nothing else than the bytes of a file, to be read', () => {
    for (const path of [
      '/content/download/../1',
      '/content/download/1/2',
      '/content/other/1',
      '/content/download/abc',
      '/content/download/01',
      '/content/preview/12345678901234567890',
      '/content/avatar/007',
      `/content/thumbnail/01/${'a'.repeat(40)}`,
      '/content/download/1?version=abc',
      '/content/download/1?version=01',
    ]) {
      expect(contentRequestOf({ method: 'GET', address: path, range: null, ifRange: null }), path).toBeNull();
    }
    expect(contentRequestOf({ method: 'POST', address: '/content/download/1', range: null, ifRange: null })).toBeNull();
  });
});

describe('a download', () => {
  it('is kept under the name of the file, never shown, and locked in every way', async () => {
    const answer = await ask('/content/download/3');
    expect(answer?.status).toBe(200);
    expect(answer?.text).toBe('<script>alert(1)</script>');
    expect(answer?.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="page.html"; filename*=UTF-8''page.html`,
      'content-length': '25',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    });
    expect(answer?.headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/);
  });

  it('has a name that any browser can read', async () => {
    const answer = await ask('/content/download/7');
    expect(answer?.headers['content-disposition']).toBe(
      `attachment; filename="Ann_s _plan_ 100 _.txt"; filename*=UTF-8''Ann%E2%80%99s%20%E2%80%9Cplan%E2%80%9D%20100%20%25.txt`,
    );
  });

  it('gives the part that is asked for', async () => {
    const answer = await ask('/content/download/1', 'GET', 'bytes=2-4');
    expect(answer?.status).toBe(206);
    expect(answer?.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' });
    expect(answer?.text).toBe('234');
  });

  it('says without bytes whether it can be had', async () => {
    const before = asked.length;
    expect(await ask('/content/download/1', 'HEAD')).toMatchObject({ status: 200, body: null });
    expect(asked.slice(before).map(({ operation }) => operation)).toEqual(['getFile']);
    expect((await ask('/content/download/99', 'HEAD'))?.status).toBe(404);
  });

  it('tells why it cannot be had', async () => {
    expect(await ask('/content/download/99')).toMatchObject({ status: 404, text: 'There is no such file.' });
    expect(await ask('/content/download/8')).toMatchObject({ status: 403, text: 'You may not.' });
  });
});

describe('a preview', () => {
  it('is of the type that the name of the file says, in a sandbox without script', async () => {
    const picture = await ask('/content/preview/2');
    expect(picture?.headers['content-type']).toBe('image/svg+xml');
    const policy = picture?.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    expect(policy).toMatch(/; sandbox$/);
    expect(picture?.headers['x-content-type-options']).toBe('nosniff');
  });

  it('of a page of HTML is its source as plain text', async () => {
    expect((await ask('/content/preview/3'))?.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('of a PDF may be framed by the window alone, and loads nothing', async () => {
    const headers = (await ask('/content/preview/4'))?.headers;
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'x-frame-options': 'SAMEORIGIN' });
    expect(headers?.['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'self'$/);
  });

  it('is refused for other kinds of files, and for pictures that are too large', async () => {
    const kind = 'Eine Datei dieser Art kann hier nicht angezeigt werden.';
    expect(await ask('/content/preview/5')).toMatchObject({ status: 415, text: kind });
    const size = 'Diese Datei ist zu groß, um hier angezeigt zu werden.';
    expect(await ask('/content/preview/6')).toMatchObject({ status: 413, text: size });
  });
});

describe('a file that a shared link leads to', () => {
  it('is opened by the visit, which stands for link and password', async () => {
    const visit = visits.open('https://example.com/s/abc', 'päss&word');
    const answer = await ask(contentPath('download', { fileId: '1', visit }));
    expect(answer?.text).toBe('0123456789');
    const header = 'shared_link=https://example.com/s/abc&shared_link_password=p%C3%A4ss%26word';
    expect(asked.at(-1)?.headers['svcapi']).toBe(header);
    expect(asked.at(-2)?.headers['svcapi']).toBe(header);
  });

  it('answers 410 for an unknown visit', async () => {
    expect((await ask(contentPath('download', { fileId: '1', visit: 'guessed' })))?.status).toBe(410);
  });
});

describe("a person's picture", () => {
  it('is shown, kept for minutes, and locked', async () => {
    const answer = await ask('/content/avatar/11');
    expect([answer?.status, answer?.text]).toEqual([200, 'a picture']);
    expect(answer?.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=300',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['is missing', '99'],
    ['is of a type that could run', '12'],
  ])('is an empty answer when it %s', async (_why, userId) => {
    const answer = await ask(`/content/avatar/${userId}`);
    expect([answer?.status, answer?.text, answer?.headers['content-type']]).toEqual([204, '', undefined]);
  });
});
