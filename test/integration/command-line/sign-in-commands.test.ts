import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserOf } from '../../support/browser/scripted-browser.ts';
import { type Finished, startService, tandemService } from '../../support/programs/processes.ts';

/** The commands of `tandem-service` that let people and programs sign in, beside a service that runs. */

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'tandem-commands-'));
});
afterAll(() => rm(data, { recursive: true, force: true }));

const run = (args: readonly string[], input = ''): Promise<Finished> =>
  tandemService([...args, '--data', data], { input });

const ann = ['--login', 'ann@example.com'] as const;

test('people get passwords from standard input, and sign in with them while the service runs', async () => {
  const short = await run(['users', 'create', ...ann, '--name', 'Ann', '--password-stdin'], 'short\n');
  expect([short.code, short.stderr]).toEqual([1, expect.stringContaining('10 to 256 characters')]);
  expect((await run(['users', 'list'])).stdout, 'nobody was made').toBe('');
  const made = await run(['users', 'create', ...ann, '--name', 'Ann', '--password-stdin'], 'a first password\n');
  expect([made.code, JSON.parse(made.stdout).login]).toEqual([0, 'ann@example.com']);
  expect(made.stdout + made.stderr).not.toContain('a first password');

  const service = await startService(data);
  try {
    const browser = browserOf(new URL(service.baseUrl).origin);
    const attempt = async (password: string) => {
      const form = await browser.get('/sign-in');
      return (await browser.submit(form, { login: 'ann@example.com', password })).status;
    };
    expect(await attempt('a first password')).toBe(303);
    const set = await run(['users', 'set', ...ann, '--password-stdin'], 'quite another one');
    expect(set.code).toBe(0);
    expect(await attempt('a first password')).toBe(403);
    expect(await attempt('quite another one')).toBe(303);
  } finally {
    await service.kill();
  }
});

test('clients are registered, listed and removed', async () => {
  const made = await run([
    'clients',
    'create',
    '--name',
    'Web',
    '--redirect-uri',
    'https://app.example/x',
    '--confidential',
  ]);
  const web = JSON.parse(made.stdout);
  expect(web).toMatchObject({ name: 'Web', redirect_uris: ['https://app.example/x'], is_confidential: true });
  expect([web.id, web.secret]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
  const app = [
    'clients',
    'create',
    '--name',
    'App',
    '--redirect-uri',
    'http://127.0.0.1/x',
    '--redirect-uri',
    'org.example.app:/x',
  ];
  const open = JSON.parse((await run(app)).stdout);
  expect(open).toMatchObject({ is_confidential: false, redirect_uris: ['http://127.0.0.1/x', 'org.example.app:/x'] });
  expect(open).not.toHaveProperty('secret');

  const listed = await run(['clients', 'list', '--json']);
  expect(JSON.parse(listed.stdout).map(({ id }: { id: string }) => id)).toEqual([web.id, open.id]);
  expect(listed.stdout).not.toContain(web.secret);
  expect((await run(['clients', 'delete', '--client-id', web.id])).code).toBe(0);
  expect((await run(['clients', 'list'])).stdout).toBe(`${open.id}\tApp\thttp://127.0.0.1/x\torg.example.app:/x\n`);
  expect((await run(['clients', 'delete', '--client-id', web.id])).stderr).toContain('does not exist');
});

test.each([
  ['http://app.example/x'],
  ['https://app.example/x#there'],
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['https://user@app.example/x'],
  ['http://127.0.0.1.example/x'],
  ['not an address'],
])('a sign-in cannot be registered to lead to %s', async (address) => {
  const { code, stderr } = await run(['clients', 'create', '--name', 'App', '--redirect-uri', address]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('A redirect URI must be https')]);
});

test('a client without a name, an address or a known scope is refused in a sentence', async () => {
  for (const [args, said] of [
    [['--redirect-uri', 'https://app.example/x'], '--name is missing'],
    [['--name', 'App'], '--redirect-uri is missing'],
    [['--name', 'App', '--confidential', '--sign-in-only'], '--redirect-uri is missing'],
    [['--name', 'App', '--confidential', '--scopes', 'everything'], '--scopes must be one of'],
    [['--name', 'x'.repeat(101), '--confidential'], '1 to 100 characters'],
  ] as const) {
    const { code, stderr } = await run(['clients', 'create', ...args]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(stderr).not.toMatch(/\n\s+at /);
  }
  const help = await run(['clients', '--help']);
  expect(help.stdout).toContain('--redirect-uri U');
});
