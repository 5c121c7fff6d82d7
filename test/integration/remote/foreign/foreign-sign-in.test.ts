import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileSecretStore } from '../../../../main/account/secrets/file-secret-store.ts';
import { loginKey, readLogin, writeLogin } from '../../../../main/account/tokens/login-tokens.ts';
import { foreignClient, startForeignSignIn } from '../../../support/lines/foreign-sign-in.ts';
import { eventually, type Finished, startTandem, tandem } from '../../../support/programs/processes.ts';

/** `tandem login` at a service that knows no client of ours, and whose sign-in page is on another host. */
let service: Awaited<ReturnType<typeof startForeignSignIn>>;
let home: string;
let state: string;
let secretFile: string;
beforeEach(async () => {
  service = await startForeignSignIn();
  home = await mkdtemp(join(tmpdir(), 'tandem-foreign-'));
  state = join(home, 'state');
  secretFile = join(home, 'client-secret');
  await writeFile(secretFile, `${foreignClient.secret}\n`);
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

const atService = () => ['--base-url', service.baseUrl, '--sign-in-url', service.signInUrl];
const withClient = () => ['--client-id', foreignClient.id, '--client-secret-file', secretFile];

/** Runs `tandem login` with a browser in which the person is signed in already, up to its end. */
async function login(...args: readonly string[]): Promise<Finished> {
  const running = startTandem(['login', '--no-browser', '--state', state, ...args]);
  const address = await eventually('the address of the sign-in', async () => /^http\S+$/m.exec(running.stderr())?.[0]);
  await fetch(address);
  return running.finished;
}
const text = (file: string) => readFile(join(state, file), 'utf8');
const sentSecrets = () => service.forms().map((form) => [form.get('client_id'), form.get('client_secret')]);
const ofClient = [foreignClient.id, foreignClient.secret];

/** The access token has ended, so the next command renews it. */
async function expire(): Promise<void> {
  const secrets = fileSecretStore(join(state, 'secrets.json'));
  const key = loginKey(state, service.baseUrl);
  const kept = await readLogin(secrets, key);
  if (kept === null) throw new Error('no sign-in is kept');
  await writeLogin(secrets, key, { ...kept, expiresAt: 0 });
}

test('the client secret is sent with a sign-in, a renewal and a sign-out, and stays in the secret store', async () => {
  const end = await login(...atService(), ...withClient());
  expect([end.code, end.stderr]).toEqual([0, expect.stringContaining('You are signed in')]);
  const [page] = service.opened();
  expect([page?.get('from'), page?.get('client_id')]).toEqual(['desktop', foreignClient.id]);
  expect(await text('secrets.json')).toContain(foreignClient.secret);
  expect(JSON.parse(await text('account.json'))).toMatchObject({
    signInUrl: service.signInUrl,
    clientId: foreignClient.id,
  });

  await expire();
  expect((await tandem(['ls', '--state', state])).code).toBe(0);
  const report = await tandem(['report', '--state', state]);
  const out = await tandem(['logout', '--state', state, '--json']);
  expect(JSON.parse(out.stdout)).toEqual({ signed_out: true, revoked: true });
  expect([service.isSignedIn(), sentSecrets()]).toEqual([false, [ofClient, ofClient, ofClient]]);
  expect(service.seen.every(({ headers }) => !String(headers.authorization).startsWith('Basic'))).toBe(true);
  expect(await text('secrets.json')).not.toContain(foreignClient.secret);
  for (const { stdout, stderr } of [end, report, out]) expect(stdout + stderr).not.toContain(foreignClient.secret);
});

test('signing in again asks for nothing, even after the sign-in has ended, until the sign-out', async () => {
  await login(...atService(), ...withClient());
  expect((await login()).code).toBe(0);
  await expire();
  service.endSignIns();
  const ended = await tandem(['ls', '--state', state]);
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('Your sign-in has ended')]);
  expect((await tandem(['ls', '--state', state])).stderr).toContain('There is no access token');
  expect((await login()).code).toBe(0);
  expect((await tandem(['ls', '--state', state])).code).toBe(0);

  await expire();
  service.endSignIns();
  await tandem(['ls', '--state', state]);
  await tandem(['logout', '--state', state]);
  expect(await text('secrets.json')).not.toContain(foreignClient.secret);
});

test('the secret of one client is not sent with the ID of another one', async () => {
  await login(...atService(), ...withClient());
  const other = startTandem(['login', '--no-browser', '--state', state, '--client-id', 'another']);
  const address = await eventually('the address', async () => /^http\S+$/m.exec(other.stderr())?.[0]);
  const { searchParams } = new URL(address);
  await fetch(`${searchParams.get('redirect_uri')}?code=1&state=${searchParams.get('state')}`);
  const end = await other.finished;
  expect([end.code, end.stderr]).toEqual([1, expect.stringContaining('The client credentials are invalid')]);
  expect(sentSecrets().at(-1)).toEqual(['another', null]);
});

test('a secret that the service replaced is named as the reason, and a new one takes its place', async () => {
  await login(...atService(), ...withClient());
  service.resetSecret('a new one');
  await expire();
  expect((await tandem(['ls', '--state', state])).stderr).toContain('refused the client ID or the client secret');
  const again = await login();
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('--client-secret-file')]);
  await writeFile(secretFile, 'a new one');
  expect((await login('--client-secret-file', secretFile)).code).toBe(0);
  expect((await login()).code).toBe(0);
});

test("a sign-in that can't succeed is refused before the browser opens", async () => {
  const known = await tandem(['login', '--state', state, '--base-url', 'https://api.box.com/2.0']);
  expect([known.code, known.stderr]).toEqual([1, expect.stringContaining('http://127.0.0.1:28257/callback')]);
  const missing = ['--client-id', 'id', '--client-secret-file', join(home, 'missing')];
  const unread = await tandem(['login', '--state', state, ...atService(), ...missing]);
  expect([unread.code, unread.stderr]).toEqual([1, expect.stringContaining('missing cannot be read (ENOENT)')]);
  expect(service.opened()).toEqual([]);
});
