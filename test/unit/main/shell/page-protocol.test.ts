import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declarePageScheme, servePage } from '../../../../main/shell/page-protocol.ts';
import { electronDouble } from '../../../support/electron-double.ts';

let folder: string;
let ask: (address: string, method?: string) => Promise<Response>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-page-'));
  await mkdir(path.join(folder, 'page/assets'), { recursive: true });
  await writeFile(path.join(folder, 'page/index.html'), '<!doctype html><title>Tandem</title>');
  await writeFile(path.join(folder, 'page/assets/app.js'), 'export {};');
  await writeFile(path.join(folder, 'page/assets/a b.unknown'), 'x');
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  const electron = electronDouble();
  servePage(electron.module.protocol, path.join(folder, 'page'));
  ask = async (address, method = 'GET') => {
    const serve = electron.system.servePage;
    if (serve === null) throw new Error('nothing serves the page');
    return serve(new Request(address, { method }));
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

test('the page can only be read', async () => {
  expect((await ask('tandem-window://app/', 'POST')).status).toBe(404);
});

test('the scheme has an origin of its own', () => {
  const electron = electronDouble();
  declarePageScheme(electron.module.protocol);
  expect(electron.system.privilegedSchemes).toEqual([
    expect.objectContaining({
      scheme: 'tandem-window',
      privileges: expect.objectContaining({ standard: true, secure: true }),
    }),
  ]);
});
