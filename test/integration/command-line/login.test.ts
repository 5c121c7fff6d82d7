import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loopbackRedirectUri } from '../../../contract/oauth.ts';
import { readAccount } from '../../../main/account/account-record.ts';
import { addressOf } from '../../../main/account/find-account.ts';
import { fileSecretStore } from '../../../main/account/secrets/file-secret-store.ts';
import { type LoginTokens, loginKey, readLogin, writeLogin } from '../../../main/account/tokens/login-tokens.ts';
import { renewingLogin } from '../../../main/account/tokens/renewing-login.ts';
import { noProxy } from '../../../main/api/transport/proxy.ts';
import { createClient } from '../../../service/domain/people/oauth/clients/create-client.ts';
import { digestOf } from '../../../service/domain/people/tokens/digest.ts';
import type { ScriptedBrowser } from '../../support/browser/scripted-browser.ts';
import { webUser } from '../../support/people/web-user.ts';
import { eventually, type Finished, startTandem, tandem } from '../../support/programs/processes.ts';
import { callerOf } from '../../support/service/callers/service-caller.ts';
import { refresh, signedInBrowser } from '../../support/service/oauth.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** `tandem login` against a real service, with a browser that follows by hand. */

let service: TestService;
let home: string;
let state: string;
beforeEach(async () => {
  service = await startTestService();
  home = await mkdtemp(join(tmpdir(), 'tandem-login-'));
  state = join(home, 'state');
});
afterEach(async () => {
  await service.stop();
  await rm(home, { recursive: true, force: true });
});

/** Runs `tandem login` up to the answer of the person, and to its end. */
async function login(browser: ScriptedBrowser, decision = 'allow', args: readonly string[] = []): Promise<Finished> {
  const running = startTandem(['login', '--no-browser', '--base-url', service.baseUrl, '--state', state, ...args]);
  const address = await eventually('the address of the sign-in', async () => /^http\S+$/m.exec(running.stderr())?.[0]);
  const consent = await browser.get(address);
  const answer = await browser.submit(consent, { decision });
  const end = await browser.follow(answer);
  expect(end.text).toContain(decision === 'allow' ? 'You are signed in' : 'You are not signed in');
  return running.finished;
}

const secrets = () => fileSecretStore(join(state, 'secrets.json'));
const key = () => loginKey(state, service.baseUrl);
const keptTokens = async (): Promise<LoginTokens> => {
  const kept = await readLogin(secrets(), key());
  if (kept === null) throw new Error('no sign-in is kept');
  return kept;
};

test('tandem login signs in through the browser, and the other commands use it until tandem logout', async () => {
  const end = await login(await signedInBrowser(service), 'allow', ['--json']);
  expect([end.code, JSON.parse(end.stdout)]).toEqual([
    0,
    {
      user_id: service.person.id,
      name: 'Ann',
      login: service.person.login,
      base_url: service.baseUrl,
      secrets: `the file ${join(state, 'secrets.json')} that only you can read`,
    },
  ]);
  expect((await stat(join(state, 'secrets.json'))).mode & 0o777).toBe(0o600);
  const kept = await keptTokens();
  expect(end.stdout + end.stderr).not.toContain(kept.accessToken);
  expect(end.stdout + end.stderr).not.toContain(kept.refreshToken);

  const admin = callerOf(service, service.person.token);
  await admin.post('/folders', { name: 'Seen by the command line', parent: { id: '0' } });
  const listed = await tandem(['ls', '--state', state]);
  expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining('Seen by the command line/')]);
  const pins = await admin.get(`/enterprises/${service.service.settings.enterprise.id}/device_pinners`);
  expect(pins.json.entries).toEqual([expect.objectContaining({ product_name: expect.stringMatching(/^Tandem on /) })]);

  const out = await tandem(['logout', '--state', state, '--json']);
  expect([out.code, JSON.parse(out.stdout)]).toEqual([0, { signed_out: true, revoked: true }]);
  expect((await callerOf(service, kept.accessToken).get('/users/me')).status).toBe(401);
  const after = await tandem(['ls', '--state', state]);
  expect([after.code, after.stderr]).toEqual([1, expect.stringContaining('tandem login')]);
  expect((await tandem(['logout', '--state', state])).stderr).toContain('You were not signed in');
  const status = await tandem(['status', '--state', state]);
  expect([status.code, status.stderr]).toEqual([
    1,
    expect.stringContaining(`No account is signed in with the state in ${state}.`),
  ]);
  expect(status.stderr).toContain('tandem login');
});

test('an application that has a client secret at our service signs in with it, and out', async () => {
  const { client, secret } = await createClient(service.service, {
    name: 'Ours',
    redirectUris: [loopbackRedirectUri],
    isConfidential: true,
    mayActAlone: false,
  });
  await writeFile(join(home, 'secret'), secret ?? '');
  const args = ['--client-id', client.id, '--client-secret-file', join(home, 'secret')];
  expect((await login(await signedInBrowser(service), 'allow', args)).code).toBe(0);
  expect(await keptTokens()).toMatchObject({ clientId: client.id, clientSecret: secret });
  const out = await tandem(['logout', '--state', state, '--json']);
  expect(JSON.parse(out.stdout)).toEqual({ signed_out: true, revoked: true });
});

test('while tandem run syncs, tandem logout stops it, and tandem login starts it again', async () => {
  const local = join(home, 'files');
  await mkdir(local);
  await login(await signedInBrowser(service));
  expect((await tandem(['roots', 'add', '--local', local, '--remote', '0', '--state', state])).code).toBe(0);
  const web = webUser(service, service.person.token);
  const daemon = startTandem(['run', '--state', state]);
  try {
    await writeFile(join(local, 'one.txt'), 'one');
    await eventually('uploaded', async () => web.find('0', 'one.txt'));
    const out = await tandem(['logout', '--state', state, '--json']);
    expect([out.code, JSON.parse(out.stdout)]).toEqual([0, { signed_out: true, revoked: true }]);
    const status = JSON.parse((await tandem(['status', '--state', state, '--json'])).stdout);
    expect(status).toMatchObject({ running: true, roots: [], account: { state: 'signed_out' } });
    await writeFile(join(local, 'two.txt'), 'two');
    expect((await tandem(['logout', '--state', state])).stderr).toContain('You were not signed in');
    expect(await web.find('0', 'two.txt')).toBeUndefined();
    await login(await signedInBrowser(service));
    await eventually('uploaded', async () => web.find('0', 'two.txt'));
  } finally {
    await daemon.kill('SIGTERM');
  }
});

/** A computer with a browser: what it is opened with is what every user of the computer sees in the list of processes. */
async function openedWith(): Promise<{ readonly url: string; readonly finished: Promise<Finished> }> {
  const seen = join(home, 'seen');
  const opener = join(home, 'xdg-open');
  await writeFile(opener, `#!/bin/sh\nprintf '%s' "$*" > '${seen}.part' && mv '${seen}.part' '${seen}'\n`);
  await chmod(opener, 0o755);
  const env = { PATH: `${home}:${process.env['PATH']}` };
  const { finished } = startTandem(['login', '--base-url', service.baseUrl, '--state', state, '--json'], { env });
  const url = await eventually('the browser is opened', async () => readFile(seen, 'utf8').catch(() => undefined));
  return { url, finished };
}

test.runIf(process.platform === 'linux')(
  'what a browser is opened with leads one browser to the sign-in, and shows nothing of it',
  async () => {
    const browser = await signedInBrowser(service);
    const { url, finished } = await openedWith();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}$/);
    const consent = await browser.follow(await browser.get(url));
    const end = await browser.follow(await browser.submit(consent, { decision: 'allow' }));
    expect(end.text).toContain('You are signed in');
    expect(JSON.parse((await finished).stdout)).toMatchObject({ login: service.person.login });
  },
);

test.runIf(process.platform === 'linux')(
  "another user of the computer, who saw it first, can't sign in: the second browser ends the sign-in",
  async () => {
    const eve = await service.addPerson('eve@example.com');
    const [evesBrowser, annsBrowser] = [await signedInBrowser(service, eve.login), await signedInBrowser(service)];
    const { url, finished } = await openedWith();
    const consent = await evesBrowser.follow(await evesBrowser.get(url));
    expect((await annsBrowser.get(url)).text).toContain('You are not signed in');
    const end = await finished;
    expect([end.code, end.stdout + end.stderr]).toEqual([1, expect.stringContaining('opened in two browsers')]);
    const late = await evesBrowser.submit(consent, { decision: 'allow' });
    await expect(evesBrowser.follow(late)).rejects.toThrow();
    expect(await readAccount(state)).toBeNull();
  },
);

test('a denied sign-in, a missing option and an unreachable service each get a plain sentence', async () => {
  const denied = await login(await signedInBrowser(service), 'deny');
  expect([denied.code, denied.stderr]).toEqual([1, expect.stringContaining('was not allowed in the browser')]);
  const closed = addressOf('http://127.0.0.1:9/2.0', undefined);
  const none = await tandem(['login', '--state', state]);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('--base-url')]);
  for (const { stderr } of [denied, none]) expect(stderr).not.toMatch(/\n\s+at /);

  const login2 = {
    state,
    baseUrl: closed.baseUrl,
    secrets: secrets(),
    key: 'k',
    timing,
    isSameAccount: async () => true,
    proxy: noProxy,
    tell: () => undefined,
  };
  const tokens = { ...someTokens, expiresAt: Date.now() + 3600_000 };
  await writeLogin(secrets(), 'k', tokens);
  await expect(renewingLogin(login2, tokens).renew(tokens.accessToken)).rejects.toMatchObject({ code: 'offline' });
  expect((await readLogin(secrets(), 'k'))?.refreshToken, 'what may still be good is kept').toBe(tokens.refreshToken);
});

const timing = { nowMs: Date.now, sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) };
const someTokens: LoginTokens = {
  kind: 'login',
  clientId: 'tandem-desktop',
  accessToken: 'a',
  refreshToken: 'r',
  expiresAt: 0,
  renewingSince: null,
};

test('another account is not put in the place of the one that a state folder belongs to', async () => {
  expect((await login(await signedInBrowser(service))).code).toBe(0);
  const mine = await keptTokens();
  const bob = await service.addPerson('bob@example.com', 'Bob');
  const end = await login(await signedInBrowser(service, bob.login));
  expect([end.code, end.stderr]).toEqual([1, expect.stringContaining('belong to another account')]);
  expect(await keptTokens()).toEqual(mine);
  const again = await login(await signedInBrowser(service));
  expect(again.code, 'the same account signs in again').toBe(0);
});

test('a sign-in that has ended is renewed by whichever process needs it first, and found by the others', async () => {
  await login(await signedInBrowser(service));
  const first = await keptTokens();
  await writeLogin(secrets(), key(), { ...first, expiresAt: Date.now() - 1 });
  const many = await Promise.all([1, 2, 3, 4].map(() => tandem(['ls', '--state', state])));
  expect(many.map(({ code, stderr }) => [code, stderr])).toEqual(many.map(() => [0, '']));
  const second = await keptTokens();
  expect(second.refreshToken).not.toBe(first.refreshToken);
  expect((await callerOf(service, second.accessToken).get('/users/me')).status).toBe(200);
});

test('a long run continues with a new token when the service refuses the old one', async () => {
  await login(await signedInBrowser(service));
  const first = await keptTokens();
  const told: string[] = [];
  const open = () =>
    renewingLogin(
      {
        state,
        baseUrl: service.baseUrl,
        secrets: secrets(),
        key: key(),
        timing,
        isSameAccount: async () => true,
        proxy: noProxy,
        tell: (text) => void told.push(text),
      },
      first,
    );
  const [one, other] = [open(), open()];
  await service.service.store.transaction(async ({ tokens }) => {
    await tokens.delete(digestOf(first.accessToken));
  });
  const renewed = await Promise.all([
    one.renew(first.accessToken),
    one.renew(first.accessToken),
    other.renew(first.accessToken),
  ]);
  expect(new Set(renewed).size, 'one renewal for all').toBe(1);
  expect((await callerOf(service, renewed[0] ?? '').get('/users/me')).status).toBe(200);
  expect(await one.token()).toBe(renewed[0]);
  expect(told).toEqual([]);
});

/** The service has traded the token; the program ended before it could store the new one. */
async function loseARenewal() {
  await login(await signedInBrowser(service));
  const kept = await keptTokens();
  await writeLogin(secrets(), key(), { ...kept, expiresAt: 0, renewingSince: Date.now() });
  const answer = await refresh(service, kept.refreshToken);
  expect(answer.status).toBe(200);
  return answer;
}

test('a renewal whose answer was lost is repeated', async () => {
  await loseARenewal();
  expect((await tandem(['ls', '--state', state])).code).toBe(0);
});

test('a renewal whose answer went to someone else, who used it, is reported, and asks to sign in', async () => {
  const { json } = await loseARenewal();
  expect((await callerOf(service, String(json['access_token'])).get('/users/me')).status).toBe(200);

  const end = await tandem(['ls', '--state', state]);
  expect(end.code).toBe(1);
  expect(end.stderr).toContain('A renewal of your sign-in was interrupted');
  expect(end.stderr).toContain('tandem login');
  const after = await tandem(['ls', '--state', state]);
  expect([after.code, after.stderr]).toEqual([1, expect.stringContaining('no access token for')]);
  expect((await login(await signedInBrowser(service))).code).toBe(0);
});

test('a command with a given token leaves the record of a sign-in as it is', async () => {
  const uploadUrl = service.uploadUrl.replace('127.0.0.1', 'localhost');
  expect((await login(await signedInBrowser(service), 'allow', ['--upload-url', uploadUrl])).code).toBe(0);
  const kept = await readAccount(state);
  expect(kept).toMatchObject({ by: 'login', uploadUrl });
  const given = ['--base-url', service.baseUrl, '--state', state];
  const planned = await tandem(['plan', ...given], { env: { TANDEM_TOKEN: service.person.token } });
  expect(planned.code).toBe(0);
  expect(await readAccount(state)).toEqual(kept);
});
