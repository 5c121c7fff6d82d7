import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { keptArchives } from '../../../../main/commands/archive/archive.ts';
import { contentSource } from '../../../../main/commands/content/content-source.ts';
import { linkVisits } from '../../../../main/commands/shared-link/link-visits.ts';
import type { DropReceiver } from '../../../../main/headless/drop-route.ts';
import { openWindowHost, type WindowHost } from '../../../../main/headless/window-host.ts';
import { frameText } from '../../../../main/ipc/frame-text.ts';
import { frameClient } from '../../../../preload/ipc/frame-client.ts';
import { contentCalls } from '../../../support/content-calls.ts';
import { sampleStatus, servedFake } from '../ipc/served-fake.ts';

let folder: string;
let host: WindowHost;
const received = new Map<string, number>();

/** Counts bytes, and refuses the id `unknown`. */
const drops: DropReceiver = {
  async receive(id, bytes) {
    if (id === 'unknown') {
      return { ok: false, error: { code: 'not_found', message: 'Not announced.', remedy: 'Drop it again.' } };
    }
    let total = 0;
    for await (const chunk of bytes) total += chunk.byteLength;
    received.set(id, total);
    return { ok: true };
  },
};

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const { api } = contentCalls({
  '1': { name: 'letters.txt', bytes: new TextEncoder().encode('abcdefghij') },
  '2': { name: 'drawing.svg', bytes: new TextEncoder().encode(svg) },
  '3': { name: 'film.mp4', bytes: new Uint8Array(5_000_000) },
});

const archives = keptArchives(() => 'archive-1');

const openHost = (): Promise<WindowHost> =>
  openWindowHost({
    windowFolder: folder,
    port: 0,
    served: servedFake(),
    drops,
    contents: contentSource({ api, visits: linkVisits(() => 'visit'), archives }),
    memoryFile: join(folder, 'state', 'window.json'),
  });

beforeEach(async () => {
  received.clear();
  folder = await mkdtemp(join(tmpdir(), 'tandem-window-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Tandem</title>');
  await writeFile(join(folder, 'assets', 'index-abc.js'), 'export {};');
  host = await openHost();
});

afterEach(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

type Answer = { readonly status: number; readonly headers: Record<string, unknown>; readonly text: string };

/** node:http, because `fetch` does not let a test choose `Host`. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(`${host.origin}${path}`, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.once('error', reject);
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });

const signIn = async (): Promise<string> => {
  const answer = await fetch(host.link());
  const cookie = answer.headers.get('set-cookie') ?? '';
  return cookie.split(';')[0] ?? '';
};

const upgrade = (headers: Record<string, string>): Promise<WebSocket | null> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${host.origin.replace('http', 'ws')}/bridge`, { headers });
    socket.on('open', () => resolve(socket));
    socket.on('error', () => resolve(null));
  });

describe('window host: the door', () => {
  it('lets nobody in without a session, and says how to get one', async () => {
    for (const path of ['/', '/index.html', '/assets/index-abc.js', '/nothing']) {
      const answer = await ask(path);
      expect(answer.status, path).toBe(401);
      expect(answer.text).toContain('tandem open');
    }
    expect((await ask('/content/download/1')).status).toBe(401);
    expect((await ask('/drop/a', { origin: host.origin }, 'POST', 'bytes')).status).toBe(401);
    expect(await upgrade({ origin: host.origin })).toBeNull();
  });

  it('exchanges a link once for a session that scripts cannot read and other sites cannot use', async () => {
    const link = host.link();
    const first = await fetch(link);
    expect(first.status).toBe(200);
    expect(first.headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    const second = await fetch(link);
    expect(second.status).toBe(410);
    expect(await second.text()).toContain('used already');
    expect(second.headers.get('set-cookie')).toBeNull();
  });

  it('opens again with a used link in the browser that used it', async () => {
    const link = host.link();
    const cookie = (await fetch(link)).headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await fetch(link, { headers: { cookie } })).status).toBe(200);
  });

  it('gives fresh links while it runs, each good once', async () => {
    expect((await fetch(host.link())).status).toBe(200);
    expect((await fetch(host.link())).status).toBe(200);
    expect((await fetch(`${host.origin}/open?token=guess`)).status).toBe(410);
  });

  it('keeps a link whole that a browser loads ahead of the click', async () => {
    const link = host.link();
    expect((await ask(link.slice(host.origin.length), { 'sec-purpose': 'prefetch' })).status).toBe(503);
    expect((await fetch(link)).status).toBe(200);
  });

  it('serves the window to a session, with a strict policy', async () => {
    const cookie = await signIn();
    const page = await ask('/', { cookie });
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Tandem</title>');
    expect(page.headers['cache-control']).toBe('no-store');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("img-src 'self' data:;");
    expect(policy).not.toContain('unsafe');
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    const asset = await ask('/assets/index-abc.js', { cookie });
    expect(asset.headers['cache-control']).toContain('immutable');
  });
});

describe('window host: restart', () => {
  it('comes back at the same address and knows its browsers, without keeping their secrets', async () => {
    const cookie = await signIn();
    const { origin } = host;
    await host.close();
    expect(await readFile(join(folder, 'state', 'window.json'), 'utf8')).not.toContain(cookie.split('=')[1]);
    expect((await stat(join(folder, 'state', 'window.json'))).mode & 0o777).toBe(0o600);
    host = await openHost();
    expect(host.origin).toBe(origin);
    expect((await ask('/', { cookie })).status).toBe(200);
    expect((await ask('/')).status).toBe(401);
  });

  it('takes another port when the last one is taken, and a broken memory costs only a new link', async () => {
    const { origin } = host;
    await host.close();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(Number(new URL(origin).port), '127.0.0.1', resolve));
    host = await openHost();
    expect(host.origin).not.toBe(origin);
    await host.close();
    await writeFile(join(folder, 'state', 'window.json'), '{');
    host = await openHost();
    expect((await fetch(host.link())).status).toBe(200);
    await new Promise<void>((resolve) => other.close(() => resolve()));
  });
});

describe('window host: foreign pages', () => {
  it('answers at its own address only (DNS rebinding)', async () => {
    const cookie = await signIn();
    for (const name of ['evil.example', 'localhost', '127.0.0.1', `evil.example:${new URL(host.origin).port}`]) {
      const answer = await ask('/', { cookie, host: name });
      expect(answer.status, name).toBe(421);
      expect(answer.text).toContain(host.origin);
    }
    expect(await upgrade({ cookie, origin: host.origin, host: 'evil.example' })).toBeNull();
  });

  it('refuses what another origin sends, another port of this machine included', async () => {
    const cookie = await signIn();
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'null']) {
      expect((await ask('/', { cookie, origin })).status, origin).toBe(403);
      expect((await ask('/drop/a', { cookie, origin }, 'POST', 'x')).status, origin).toBe(403);
      expect(await upgrade({ cookie, origin }), origin).toBeNull();
    }
    expect((await ask('/drop/a', { cookie }, 'POST', 'x')).status).toBe(403);
    expect(await upgrade({ cookie })).toBeNull();
    const embedded = await ask('/', { cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' });
    expect(embedded.status).toBe(403);
  });
});

describe('window host: what it carries', () => {
  it('speaks the table on the WebSocket of a session', async () => {
    const socket = await upgrade({ cookie: await signIn(), origin: host.origin });
    if (socket === null) throw new Error('refused');
    const client = frameClient();
    socket.on('message', (text) => client.received(frameText(text)));
    client.opened((text) => socket.send(text));
    expect(await client.call('status.get', {})).toEqual({ ok: true, value: sampleStatus });
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    socket.send('not a frame');
    expect(await closed).toBe(1003);
  });

  it('streams the bytes of an announced file, of any type and length', async () => {
    const cookie = await signIn();
    const bytes = 'x'.repeat(3_000_000);
    for (const type of ['text/plain', 'application/json', 'application/octet-stream', '']) {
      const headers = { cookie, origin: host.origin, ...(type === '' ? {} : { 'content-type': type }) };
      expect((await ask('/drop/one', headers, 'POST', bytes)).status, type).toBe(204);
      expect(received.get('one')).toBe(bytes.length);
      received.clear();
    }
    expect((await ask('/drop/empty', { cookie, origin: host.origin }, 'POST')).status).toBe(204);
    expect(received.get('empty')).toBe(0);
  });

  it('says so when a file was not announced', async () => {
    const answer = await ask('/drop/unknown', { cookie: await signIn(), origin: host.origin }, 'POST', 'x');
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'not_found', remedy: 'Drop it again.' });
  });
});

describe('window host: contents', () => {
  it('gives a session the bytes of a file, whole and in parts, and headers alone', async () => {
    const cookie = await signIn();
    const whole = await ask('/content/download/1', { cookie });
    expect([whole.status, whole.text]).toEqual([200, 'abcdefghij']);
    expect(whole.headers).toMatchObject({ 'content-length': '10', 'accept-ranges': 'bytes' });
    const part = await ask('/content/download/1', { cookie, range: 'bytes=3-' });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'defghij', 'bytes 3-9/10']);
    const head = await ask('/content/download/1', { cookie }, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await ask('/content/download/9', { cookie })).status).toBe(404);
    expect((await ask('/content/download/x', { cookie })).status).toBe(404);
    expect((await ask('/content/preview/3', { cookie })).headers['content-length']).toBe('5000000');
  });

  it('keeps what a file holds from running in the origin of the window', async () => {
    const picture = await ask('/content/preview/2', { cookie: await signIn() });
    expect(picture.headers['content-type']).toBe('image/svg+xml');
    const policy = String(picture.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).toMatch(/sandbox$/);
    expect(policy).not.toContain('script');
    expect(picture.headers['x-content-type-options']).toBe('nosniff');
    expect(picture.headers['x-frame-options']).toBe('DENY');
  });

  it('gives an archive once, and breaks the connection when it cannot be whole', async () => {
    const cookie = await signIn();
    const letters = { kind: 'file' as const, fileId: '1', sizeBytes: 10, changed: new Date() };
    archives.keep({ name: 'Müll.zip', entries: [{ path: 'a.txt', ...letters }] });
    const whole = await ask('/content/archive/archive-1', { cookie });
    expect(whole.status).toBe(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': '134',
      'content-disposition': `attachment; filename="M_ll.zip"; filename*=UTF-8''M%C3%BCll.zip`,
      'accept-ranges': 'none',
    });
    expect(whole.text).toContain('abcdefghij');
    expect((await ask('/content/archive/archive-1', { cookie })).status).toBe(410);
    archives.keep({ name: 'b.zip', entries: [{ path: 'a.txt', ...letters, sizeBytes: 20 }] });
    await expect(ask('/content/archive/archive-1', { cookie })).rejects.toThrow();
    archives.keep({ name: 'c.zip', entries: [] });
    expect((await ask('/content/archive/archive-1')).status).toBe(401);
  });

  it('is nobody else’s: no session, another name, another page', async () => {
    const cookie = await signIn();
    const path = '/content/preview/1';
    expect((await ask(path)).status).toBe(401);
    expect((await ask(path, { cookie, host: 'evil.example' })).status).toBe(421);
    expect((await ask(path, { cookie, origin: 'https://evil.example' })).status).toBe(403);
    const embedded = await ask(path, { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' });
    expect(embedded.status).toBe(403);
  });
});
