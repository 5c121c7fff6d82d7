import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { keptArchives } from '../../../../main/commands/archive/archive.ts';
import { contentSource } from '../../../../main/commands/content/content-source.ts';
import type { PageChoices } from '../../../../main/commands/settings/page-choices.ts';
import { linkVisits } from '../../../../main/commands/shared-link/link-visits.ts';
import type { DropReceiver } from '../../../../main/headless/drop-route.ts';
import { openWindowHost, type WindowHost, type WindowHostOptions } from '../../../../main/headless/window-host.ts';
import { frameText } from '../../../../main/ipc/frame-text.ts';
import { firstChoices } from '../../../../preload/ipc/shapes/window-choices.ts';
import { CLOSE_UNKNOWN_SESSION } from '../../../../preload/ipc/transport/messages.ts';
import { quietHost } from '../../../support/browser/quiet-host.ts';
import { toLoopback } from '../../../support/browser/to-loopback.ts';
import { enterByLink, openWindow, secretOf, type WindowClient } from '../../../support/browser/window-client.ts';
import { contentCalls } from '../../../support/files/content-calls.ts';
import { sampleStatus, servedFake } from '../ipc/served-fake.ts';

let folder: string;
let host: WindowHost;
let atMs: number;
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

const openHost = (change: Partial<WindowHostOptions> = {}): Promise<WindowHost> =>
  openWindowHost({
    ...quietHost,
    windowFolder: folder,
    served: servedFake(),
    drops,
    contents: contentSource({ api, visits: linkVisits(() => 'visit'), archives }),
    nowMs: () => atMs,
    ...change,
  });

beforeEach(async () => {
  received.clear();
  atMs = Date.parse('2026-01-01');
  folder = await mkdtemp(join(tmpdir(), 'tandem-window-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><html lang="en"><title>Tandem</title>');
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
    const sent = request(`${host.origin}${path}`, { method, headers, agent: false, lookup: toLoopback }, (response) => {
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

const signIn = (): Promise<WindowClient> => enterByLink(host.link());
const ownOrigin = (): Record<string, string> => ({ origin: host.origin });

describe('window host: the door', () => {
  it('shows the page to anyone and signs no one in: it sets no cookie, and contents and drops need a signature', async () => {
    for (const path of ['/', '/index.html', '/assets/index-abc.js', '/open', '/open?token=guess']) {
      const answer = await ask(path);
      expect([path, answer.status, answer.headers['set-cookie']]).toEqual([path, 200, undefined]);
    }
    expect((await ask('/content/download/1')).status).toBe(401);
    expect((await ask('/drop/a', ownOrigin(), 'POST', 'bytes')).status).toBe(401);
    expect(await openWindow(host.origin, {})).toBe(CLOSE_UNKNOWN_SESSION);
  });

  it('exchanges a link once for a session, and keeps the secret of the link out of every request', async () => {
    const link = host.link();
    expect(new URL(link).search).toBe('');
    const window = await enterByLink(link);
    expect(await window.call('status.get', {})).toEqual({ ok: true, value: sampleStatus });
    expect(await openWindow(host.origin, { link: secretOf(link) })).toBe(CLOSE_UNKNOWN_SESSION);
    expect(await openWindow(host.origin, { link: 'guess' })).toBe(CLOSE_UNKNOWN_SESSION);
    const again = await openWindow(host.origin, { session: window.session, link: secretOf(link) });
    expect(again).toMatchObject({ session: window.session });
  });

  it('answers nothing before the first frame, and nothing to a first frame of another kind', async () => {
    for (const frame of ['{"type":"call","id":1,"name":"status.get","input":{}}', 'x', `"${'x'.repeat(2_000)}"`]) {
      const socket = new WebSocket(`${host.origin.replace('http', 'ws')}/bridge`, {
        headers: ownOrigin(),
        lookup: toLoopback,
      });
      const messages: string[] = [];
      socket.on('message', (text) => messages.push(frameText(text)));
      socket.once('open', () => socket.send(frame));
      expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(CLOSE_UNKNOWN_SESSION);
      expect(messages).toEqual([]);
    }
  });

  it('lets only a few connections wait to say who they are, and never keeps the owner out for them', async () => {
    const silent: WebSocket[] = [];
    const ended: number[] = [];
    const connect = async () => {
      const socket = new WebSocket(`${host.origin.replace('http', 'ws')}/bridge`, {
        headers: ownOrigin(),
        lookup: toLoopback,
      });
      const number = silent.push(socket);
      socket.once('close', () => ended.push(number));
      await new Promise((resolve) => socket.once('open', resolve));
    };
    for (let count = 0; count < 16; count++) await connect();
    expect(ended).toEqual([]);
    const over = Promise.all(
      silent.slice(0, 2).map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    );
    const owner = await signIn();
    expect(owner).toHaveProperty('session');
    // The owner has made room for one.
    for (let count = 0; count < 2; count++) await connect();
    expect([await over, ended]).toEqual([
      [1006, 1006],
      [1, 2],
    ]);
    // Those who have said who they are don't count.
    expect(await owner.call('window.signOutOthers', {})).toMatchObject({ ok: true });
    for (const socket of silent) socket.terminate();
  });
});

describe('window host: sessions', () => {
  it('ends a session after 7 days, its open connection included', async () => {
    const window = await signIn();
    atMs += 7 * 24 * 3_600_000 + 1;
    expect(await openWindow(host.origin, { session: window.session })).toBe(CLOSE_UNKNOWN_SESSION);
    // The next sign-in finds that it is over.
    await signIn();
    expect(await window.ended).toBe(CLOSE_UNKNOWN_SESSION);
  });

  it('replaces the secret of a session after an hour; the old one lets in for another minute', async () => {
    const { session: first } = await signIn();
    atMs += 3_600_000;
    const second = await openWindow(host.origin, { session: first });
    if (second === null || typeof second === 'number') throw new Error('refused');
    expect(second.session).not.toBe(first);
    expect(await openWindow(host.origin, { session: first })).toHaveProperty('session');
    atMs += 60_001;
    expect(await openWindow(host.origin, { session: first })).toBe(CLOSE_UNKNOWN_SESSION);
  });

  it('signs out the other windows, with their connections and addresses', async () => {
    const [mine, other] = [await signIn(), await signIn()];
    const address = await other.address('/content/download/1');
    expect((await ask(address)).status).toBe(200);
    expect(await mine.call('window.signOutOthers', {})).toEqual({ ok: true, value: { ended: 1 } });
    expect(await other.ended).toBe(CLOSE_UNKNOWN_SESSION);
    expect(await openWindow(host.origin, { session: other.session })).toBe(CLOSE_UNKNOWN_SESSION);
    expect((await ask(address)).status).toBe(401);
    expect((await mine.call('status.get', {})).ok).toBe(true);
  });
});

describe('window host: the page', () => {
  it('serves the built page with its policy, and caches only files named by their content', async () => {
    const page = await ask('/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Tandem</title>');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(page.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(page.headers['cache-control']).toBe('no-store');
    for (const path of ['/open', '/index.html']) {
      expect((await ask(path)).headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': policy,
      });
    }
    const asset = await ask('/assets/index-abc.js');
    expect(asset.headers['cache-control']).toContain('immutable');
  });
});

describe('window host: choices', () => {
  it('writes what the person chose into each page, before anything of it runs', async () => {
    await host.close();
    let choices: PageChoices = { ...firstChoices, language: null };
    host = await openHost({ choices: () => choices });
    expect((await ask('/')).text).toContain('<html lang="en">');
    choices = { language: 'de', theme: 'dark', filesView: 'grid', comparison: 'inline', browserNotices: 'on' };
    for (const path of ['/', '/open', '/index.html']) {
      expect((await ask(path)).text).toContain(
        '<html data-language="de" data-theme="dark" data-files-view="grid" data-comparison="inline" data-browser-notices="on" lang="en">',
      );
    }
  });
});

describe('window host: restart', () => {
  it('has an origin of its own in each run, and none of them answers for another', async () => {
    const earlier = { origin: host.origin, session: (await signIn()).session };
    const other = await openHost();
    const names = [host, other].map(({ origin }) => new URL(origin).hostname);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{16}\.localhost$/);
    expect(names[0]).not.toBe(names[1]);
    await host.close();
    host = other;
    const { port } = new URL(host.origin);
    for (const authority of [new URL(earlier.origin).host, `${names[0]}:${port}`, `127.0.0.1:${port}`]) {
      const [headers, asked] = [{ origin: `http://${authority}`, host: authority }, { host: authority }];
      expect((await ask('/', asked)).status, authority).toBe(421);
      expect(await openWindow(host.origin, { link: secretOf(host.link()) }, headers), authority).toBeNull();
      expect((await ask('/', { origin: `http://${authority}` })).status, authority).toBe(403);
    }
    expect(await openWindow(host.origin, { session: earlier.session })).toBe(CLOSE_UNKNOWN_SESSION);
  });

  it('has the loopback address and a random port where browsers would not find its name', async () => {
    await host.close();
    host = await openHost({ resolver: { platform: 'darwin', lookup: async () => [] } });
    expect(new URL(host.origin).hostname).toBe('127.0.0.1');
    expect(await signIn()).toHaveProperty('session');
  });
});

describe('window host: foreign pages', () => {
  it('answers at its own address only (DNS rebinding)', async () => {
    const { session } = await signIn();
    const { hostname, port } = new URL(host.origin);
    for (const name of ['evil.example', 'localhost', '127.0.0.1', hostname, `evil.example:${port}`]) {
      const answer = await ask('/', { host: name });
      expect(answer.status, name).toBe(421);
      for (const command of ['tandem open', 'npm start']) expect(answer.text).toContain(`<code>${command}</code>`);
      expect(answer.text).not.toContain(hostname);
    }
    expect(await openWindow(host.origin, { session }, { origin: host.origin, host: 'evil.example' })).toBeNull();
  });

  it('refuses what another origin sends, another port of this machine included', async () => {
    const window = await signIn();
    const drop = await window.address('/drop/a');
    const secrets = { session: window.session };
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'null']) {
      expect((await ask('/', { origin })).status, origin).toBe(403);
      expect((await ask(drop, { origin }, 'POST', 'x')).status, origin).toBe(403);
      expect(await openWindow(host.origin, secrets, { origin }), origin).toBeNull();
    }
    expect((await ask(drop, {}, 'POST', 'x')).status).toBe(403);
    expect(await openWindow(host.origin, secrets, {})).toBeNull();
    const embedded = await ask('/', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' });
    expect(embedded.status).toBe(403);
  });
});

describe('window host: traffic', () => {
  it('closes the connection of a session that sends no frame of the table', async () => {
    const { socket, ended } = await signIn();
    socket.send('not a frame');
    expect(await ended).toBe(1003);
  });

  it('streams the bytes of an announced file, of any type and length', async () => {
    const window = await signIn();
    const bytes = 'x'.repeat(3_000_000);
    for (const type of ['text/plain', 'application/json', 'application/octet-stream', '']) {
      const headers = { ...ownOrigin(), ...(type === '' ? {} : { 'content-type': type }) };
      expect((await ask(await window.address('/drop/one'), headers, 'POST', bytes)).status, type).toBe(204);
      expect(received.get('one')).toBe(bytes.length);
      received.clear();
    }
    expect((await ask(await window.address('/drop/empty'), ownOrigin(), 'POST')).status).toBe(204);
    expect(received.get('empty')).toBe(0);
  });

  it('says so when a file was not announced', async () => {
    const answer = await ask(await (await signIn()).address('/drop/unknown'), ownOrigin(), 'POST', 'x');
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'not_found', remedy: 'Drop it again.' });
  });
});

describe('window host: contents', () => {
  it('gives a session the bytes of a file, whole and in parts, and headers alone', async () => {
    const window = await signIn();
    const whole = await ask(await window.address('/content/download/1'));
    expect([whole.status, whole.text]).toEqual([200, 'abcdefghij']);
    expect(whole.headers).toMatchObject({ 'content-length': '10', 'accept-ranges': 'bytes' });
    const part = await ask(await window.address('/content/download/1'), { range: 'bytes=3-' });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'defghij', 'bytes 3-9/10']);
    const head = await ask(await window.address('/content/download/1'), {}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await ask(await window.address('/content/download/9'))).status).toBe(404);
    expect((await ask(await window.address('/content/download/x'))).status).toBe(404);
    expect((await ask(await window.address('/content/preview/3'))).headers['content-length']).toBe('5000000');
  });

  it('keeps what a file holds from running in the origin of the window', async () => {
    const window = await signIn();
    const picture = await ask(await window.address('/content/preview/2'));
    expect(picture.headers['content-type']).toBe('image/svg+xml');
    const policy = String(picture.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).toMatch(/sandbox$/);
    expect(policy).not.toContain('script');
    expect(picture.headers['x-content-type-options']).toBe('nosniff');
    expect(picture.headers['x-frame-options']).toBe('DENY');
  });

  it('gives an archive once, and breaks the connection when it cannot be whole', async () => {
    const window = await signIn();
    const letters = { kind: 'file' as const, fileId: '1', sizeBytes: 10, changed: new Date() };
    archives.keep({ name: 'Müll.zip', entries: [{ path: 'a.txt', ...letters }], link: {} });
    const whole = await ask(await window.address('/content/archive/archive-1'));
    expect(whole.status).toBe(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': '134',
      'content-disposition': `attachment; filename="M_ll.zip"; filename*=UTF-8''M%C3%BCll.zip`,
      'accept-ranges': 'none',
    });
    expect(whole.text).toContain('abcdefghij');
    expect((await ask(await window.address('/content/archive/archive-1'))).status).toBe(410);
    archives.keep({ name: 'b.zip', entries: [{ path: 'a.txt', ...letters, sizeBytes: 20 }], link: {} });
    await expect(ask(await window.address('/content/archive/archive-1'))).rejects.toThrow();
    archives.keep({ name: 'c.zip', entries: [], link: {} });
    expect((await ask('/content/archive/archive-1')).status).toBe(401);
  });

  it('is refused without a valid signature: none, a changed or expired one, another name, another page', async () => {
    const window = await signIn();
    const path = await window.address('/content/preview/1');
    expect((await ask(path)).status).toBe(200);
    const changed = [
      '/content/preview/1',
      path.replace('/1?', '/2?'),
      path.replace('preview', 'download'),
      path.replace(/until=\d+/, 'until=9999999999999'),
      path.replace(/window=[\w-]+/, 'window=other'),
      `${path.slice(0, -43)}${'A'.repeat(43)}`,
      `${path}x`,
    ];
    for (const address of changed) expect([address, (await ask(address)).status]).toEqual([address, 401]);
    expect((await ask(path, { host: 'evil.example' })).status).toBe(421);
    expect((await ask(path, { origin: 'https://evil.example' })).status).toBe(403);
    const embedded = await ask(path, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' });
    expect(embedded.status).toBe(403);
    atMs += 3_600_001;
    expect((await ask(path)).status).toBe(401);
  });
});
