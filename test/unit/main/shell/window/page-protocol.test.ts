import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptArchives } from '../../../../../main/commands/archive/archive.ts';
import { type ContentSource, contentSource } from '../../../../../main/commands/content/content-source.ts';
import type { PageChoices } from '../../../../../main/commands/settings/page-choices.ts';
import { linkVisits } from '../../../../../main/commands/shared-link/link-visits.ts';
import { shellTexts } from '../../../../../main/shell/texts/shell-texts.ts';
import { declarePageScheme, isPageUrl, servePage } from '../../../../../main/shell/window/page-protocol.ts';
import { firstChoices } from '../../../../../preload/ipc/shapes/window-choices.ts';
import { electronDouble } from '../../../../support/desktop/electron-double.ts';
import { contentCalls } from '../../../../support/files/content-calls.ts';

let folder: string;
let choices: PageChoices = { ...firstChoices, language: null };
const archives = keptArchives(() => 'archive-1');
let ask: (address: string, method?: string, headers?: Record<string, string>) => Promise<Response>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-page-'));
  await mkdir(path.join(folder, 'page/assets'), { recursive: true });
  await writeFile(path.join(folder, 'page/index.html'), '<!doctype html><html lang="en"><title>Tandem</title>');
  await writeFile(path.join(folder, 'page/assets/app.js'), 'export {};');
  await writeFile(path.join(folder, 'page/assets/a b.unknown'), 'x');
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  const electron = electronDouble();
  const { api } = contentCalls({
    '1': { name: 'letters.svg', bytes: new TextEncoder().encode('abcdefghij') },
    '2': { name: 'program.exe', bytes: new TextEncoder().encode('MZ') },
  });
  const contents = contentSource({ api, visits: linkVisits(() => 'visit'), archives });
  servePage(electron.module.protocol, {
    folder: path.join(folder, 'page'),
    contents,
    settings: { current: () => choices },
    say: shellTexts(['de']).say,
  });
  ask = async (address, method = 'GET', headers = {}) => {
    const serve = electron.system.servePage;
    if (serve === null) throw new Error('nothing serves the page');
    return serve(new Request(address, { method, headers }));
  };
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('the page and its files are served by their kind, under a policy that lets nothing else in', async () => {
  const index = await ask('tandem-window://app/');
  expect(await index.text()).toContain('<title>Tandem</title>');
  expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = index.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect((await ask('tandem-window://app/assets/app.js')).headers.get('content-type')).toContain('text/javascript');
  expect((await ask('tandem-window://app/assets/a%20b.unknown')).headers.get('content-type')).toBe(
    'application/octet-stream',
  );
});

test('the page has the choices of the person from its first frame, as they are at that moment', async () => {
  const root = async (): Promise<string | undefined> =>
    /<html.*?>/.exec(await (await ask('tandem-window://app/')).text())?.[0];
  expect(await root()).toBe('<html lang="en">');
  choices = { language: 'de', theme: 'dark', filesView: 'grid', comparison: 'inline', browserNotices: 'on' };
  const chosen =
    'data-language="de" data-theme="dark" data-files-view="grid" data-comparison="inline" data-browser-notices="on"';
  expect(await root()).toBe(`<html ${chosen} lang="en">`);
  choices = { ...firstChoices, language: '"><script>' };
  expect(await root()).toBe('<html lang="en">');
});

test.each([
  'tandem-window://app/missing.js',
  'tandem-window://app/assets',
  'tandem-window://app/../secret.txt',
  'tandem-window://app/%2e%2e/secret.txt',
  'tandem-window://app/..%2fsecret.txt',
  'tandem-window://app/%2e%2e%2fsecret.txt',
  'tandem-window://app/assets/%zz',
  'tandem-window://other/index.html',
])('%s is not found', async (address) => {
  const answer = await ask(address);
  expect([answer.status, await answer.text()]).toEqual([404, '']);
});

test.each([
  ['window.css', 'text/css; charset=utf-8'],
  ['strings.json', 'application/json'],
  ['icon.png', 'image/png'],
  ['icon.svg', 'image/svg+xml'],
  ['inter.woff2', 'font/woff2'],
])('%s is served as %s, never guessed at, and asked for again after an update', async (name, kind) => {
  await writeFile(path.join(folder, 'page/assets', name), 'x');
  const { headers } = await ask(`tandem-window://app/assets/${name}`);
  const told = ['content-type', 'x-content-type-options', 'cache-control'].map((header) => headers.get(header));
  expect(told).toEqual([kind, 'nosniff', 'no-cache']);
});

test.each(['https://app/', 'file://app/', 'tandem-window://app.example.com/'])('%s is not the page', (address) =>
  expect(isPageUrl(address)).toBe(false),
);

test('the page can only be read', async () => {
  expect((await ask('tandem-window://app/', 'POST')).status).toBe(404);
});

test('the scheme has an origin of its own', () => {
  const electron = electronDouble('starting');
  declarePageScheme(electron.module.protocol);
  expect(electron.system.privilegedSchemes).toEqual([
    expect.objectContaining({
      scheme: 'tandem-window',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true },
    }),
  ]);
});

test('who stops reading ends the request to the service: the signal of the request never aborts in Electron', async () => {
  const electron = electronDouble();
  let given: AbortSignal | null = null;
  const answer: ContentSource['answer'] = async (_wanted, signal) => {
    given = signal;
    return { status: 200, headers: {}, body: endless() };
  };
  servePage(electron.module.protocol, {
    folder,
    contents: { answer },
    settings: { current: () => choices },
    say: shellTexts([]).say,
  });
  const film = await electron.system.servePage?.(new Request('tandem-window://app/content/preview/1'));
  const reader = film?.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(given).toMatchObject({ aborted: true });
});

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(1024);
}

test('the bytes of a file come beside the page: streamed, in parts, and locked', async () => {
  const part = await ask('tandem-window://app/content/preview/1', 'GET', { range: 'bytes=2-4' });
  expect([part.status, await part.text()]).toEqual([206, 'cde']);
  expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
  expect(part.headers.get('content-type')).toBe('image/svg+xml');
  expect(part.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*sandbox$/);
  const kept = await ask('tandem-window://app/content/download/1');
  expect(kept.headers.get('content-disposition')).toContain('attachment; filename="letters.svg"');
  expect(await kept.text()).toBe('abcdefghij');
  expect(await (await ask('tandem-window://app/content/download/1', 'HEAD')).text()).toBe('');
  expect((await ask('tandem-window://other/content/download/1')).status).toBe(404);
  const file = { kind: 'file' as const, path: 'a.txt', fileId: '1', changed: new Date() };
  archives.keep({ name: 'a.zip', entries: [{ ...file, sizeBytes: 10 }], link: {} });
  const archive = await ask('tandem-window://app/content/archive/archive-1');
  expect((await archive.arrayBuffer()).byteLength).toBe(Number(archive.headers.get('content-length')));
  archives.keep({ name: 'a.zip', entries: [{ ...file, sizeBytes: 11 }], link: {} });
  await expect((await ask('tandem-window://app/content/archive/archive-1')).arrayBuffer()).rejects.toThrow('changed');
});

test('content that has no preview says so in the language of the shell: the scheme has no Accept-Language', async () => {
  const answer = await ask('tandem-window://app/content/preview/2');
  expect([answer.status, await answer.text()]).toEqual([
    415,
    'Eine Datei dieser Art kann hier nicht angezeigt werden.',
  ]);
});
