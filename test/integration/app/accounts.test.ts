import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { accountKey, readAccount, writeAccount } from '../../../main/account/account-record.ts';
import { runServiceProcess } from '../../../main/account/private-service/run-service.ts';
import { registeredRedirectUri } from '../../../main/account/sign-in/redirect-port.ts';
import { noProxy } from '../../../main/api/transport/proxy.ts';
import { terminalHost } from '../../../main/cli/terminal/terminal-host.ts';
import { closeLogin } from '../../../main/compose/account/login.ts';
import { type Client, composeClient } from '../../../main/compose/client.ts';
import { callCommand } from '../../../main/ipc/call-command.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../preload/ipc/commands.ts';
import type { StatusData } from '../../../preload/ipc/shapes/status.ts';
import { foreignClient, startForeignSignIn } from '../../support/lines/foreign-sign-in.ts';
import { webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';
import { endToken } from '../../support/service/beside.ts';
import { allow, signedInBrowser } from '../../support/service/oauth.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** The account of a running process is changed as the window does it: connected, signed out of, signed in to again. */
let service: TestService;
let home: string;
let client: Client;
const heard: StatusData[] = [];

beforeAll(async () => {
  service = await startTestService();
  await service.addPerson('bob@example.com', 'Bob');
});
afterAll(() => service.stop());
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-accounts-'));
  client = await start();
});
afterEach(async () => {
  await client.stop();
  await rm(home, { recursive: true, force: true });
});

async function start(asksFirst = true): Promise<Client> {
  heard.length = 0;
  const places = { state: join(home, 'state'), service: join(home, 'service'), syncFolder: join(home, 'Tandem') };
  const log = { warn: () => undefined, error: (message: string, cause: unknown) => console.error(message, cause) };
  const started = await composeClient({
    places,
    host: terminalHost('desk'),
    log,
    runService: runServiceProcess,
    systemProxy: noProxy,
    asksFirst,
  });
  started.feeds.subscribe('status', (status) => heard.push(status));
  return started;
}
const call = <Name extends CommandName>(name: Name, input: CommandInput<Name>) =>
  callCommand(client.handlers, name, input, (bug, cause) => {
    throw new Error(bug, { cause });
  });
async function ask<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name>> {
  const answer = await call(name, input);
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
  return answer.value as CommandOutput<Name>;
}
/** Plays the person in the browser at the given sign-in URL. */
async function inBrowser(url: string, login = service.person.login): Promise<void> {
  const { pathname, search, searchParams } = new URL(url);
  const answer = await allow(await signedInBrowser(service, login), `${pathname}${search}`);
  expect((await fetch(`${searchParams.get('redirect_uri')}?${answer.toString()}`)).status).toBe(200);
}
async function connect(as?: string): Promise<void> {
  const found = await ask('account.check', { address: new URL(service.baseUrl).host });
  await inBrowser((await ask('account.signIn', found)).url, as);
  await eventually('connected', async () => (await ask('account.get', {})).kind === 'service');
  await eventually('the service named the person', login);
}
const login = async () => (await ask('status.get', {})).account.user?.login;

test('a folder syncs from the first sign-in, over a restart, a sign-out and a new sign-in; files stay where they are', async () => {
  expect(await ask('account.get', {})).toMatchObject({ kind: 'none', signIn: { state: 'none' } });
  expect(await call('account.signIn', {})).toMatchObject({ ok: false, error: { code: 'no_account' } });
  for (const [field, uploadUrl] of [
    ['base', undefined],
    ['upload', 'https://127.0.0.1:1'],
  ] as const) {
    const baseUrl = field === 'base' ? 'https://127.0.0.1:1' : 'https://127.0.0.1:1/2.0';
    const message = { code: 'address_without_version', args: { field, address: 'https://127.0.0.1:1' } };
    expect(await call('account.signIn', { baseUrl, uploadUrl })).toMatchObject({ ok: false, error: { message } });
  }
  await connect();
  await eventually('the status names the account', async () => heard.at(-1)?.account.user?.login === 'ann@example.com');
  const folder = join(home, 'Tandem');
  await ask('root.add', { localPath: folder, remoteId: '0', create: true });
  expect((await stat(folder)).mode & 0o077).toBe(0);
  await writeFile(join(folder, 'one.txt'), 'one');
  const web = webUser(service, service.person.token);
  await eventually('on the service', async () => web.find('0', 'one.txt'));

  await client.stop();
  client = await start();
  expect((await ask('account.get', {})).kind).toBe('service');
  expect(client.sentence).toContain(folder);
  const elsewhere = { baseUrl: 'https://other.example/2.0' };
  expect(await call('account.signIn', elsewhere)).toMatchObject({ ok: false, error: { code: 'other_account' } });

  expect(await ask('account.signOut', {})).toEqual({ isRevoked: true });
  expect(await ask('account.get', {})).toMatchObject({ kind: 'none' });
  expect((await ask('status.get', {})).roots).toEqual([]);
  expect(heard.at(-1)?.sentence).toMatchObject({ code: 'no_account' });
  expect(await readdir(folder)).toContain('one.txt');
  await writeFile(join(folder, 'two.txt'), 'two');
  await connect();
  await eventually('changes made while signed out are uploaded', async () => web.find('0', 'two.txt'));
});

test('a service with a client secret and a sign-in page elsewhere is signed in to, and again without asking', async () => {
  await using foreign = await startForeignSignIn();
  const { needsClient: _, ...found } = await ask('account.check', { address: new URL(foreign.baseUrl).host });
  const order = { ...found, signInUrl: foreign.signInUrl, clientId: foreignClient.id };
  const wrong = await ask('account.signIn', { ...order, clientSecret: 'wrong' });
  await fetch(wrong.url);
  const refused = await eventually('the refusal is reported', async () => {
    const { signIn } = await ask('account.get', {});
    return signIn.state === 'failed' ? signIn.error.message : undefined;
  });
  expect(refused).toEqual({ code: 'client_refused', args: { why: 'The client credentials are invalid' } });
  await fetch((await ask('account.signIn', { ...order, clientSecret: foreignClient.secret })).url);
  await eventually('connected', async () => (await ask('account.get', {})).kind === 'service');
  await fetch((await ask('account.signIn', {})).url);
  await eventually('signed in again', async () => (await ask('account.get', {})).signIn.state === 'none');
  expect(foreign.forms().at(-1)?.get('client_secret')).toBe(foreignClient.secret);
  expect(await ask('account.signOut', {})).toEqual({ isRevoked: true });
});

test.each([
  ['hidden', {}],
  ['gone', { another: 'secret' }],
])(
  'a kept client secret that is %s is missed before the browser opens, until it is entered',
  async (because, inFile) => {
    // No session bus: the keyring refuses, as a locked one does.
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/dev/null');
    await using foreign = await startForeignSignIn();
    const { needsClient: _, ...found } = await ask('account.check', { address: new URL(foreign.baseUrl).host });
    const client = { clientId: foreignClient.id, clientSecret: foreignClient.secret };
    const order = { ...found, signInUrl: foreign.signInUrl, ...client };
    await fetch((await ask('account.signIn', order)).url);
    await eventually('connected', async () => (await ask('account.get', {})).kind === 'service');
    await writeFile(join(home, 'state', 'secrets.json'), JSON.stringify(inFile));
    const message = { code: 'client_secret_unread', args: { because } };
    expect(await call('account.signIn', {})).toMatchObject({ ok: false, error: { message } });
    expect(foreign.opened()).toHaveLength(1);
    const { baseUrl, uploadUrl } = found;
    await fetch((await ask('account.signIn', { baseUrl, uploadUrl, ...client })).url);
    await eventually('signed in again', async () => (await ask('account.get', {})).signIn.state === 'none');
  },
);

test('a service that signs in only its own applications is refused without one', async () => {
  const message = { code: 'client_missing', args: { host: 'api.box.com', redirectUri: registeredRedirectUri } };
  const answer = await call('account.signIn', { baseUrl: 'https://api.box.com/2.0', clientId: 'id' });
  expect(answer).toMatchObject({ ok: false, error: { message } });
});

test('notices are kept over a restart, and deleted by a sign-out in the window and on the command line', async () => {
  await connect();
  const state = join(home, 'state');
  const account = await readAccount(state);
  if (account === null) throw new Error('no account');
  const notice = { id: 'mention comment 12', kind: 'mention', title: 'A mention', body: '', atMs: 1, isRead: false };
  const stored = JSON.stringify({ account: accountKey(account), notices: [notice], readInvitations: [] });
  let shown: unknown[] = [];
  const restart = async (): Promise<void> => {
    await client.stop();
    await writeFile(join(state, 'notices.json'), stored);
    client = await start();
    client.feeds.subscribe('notices', ({ notices }) => {
      shown = notices;
    });
    await vi.waitFor(() => expect(shown).toEqual([notice]));
  };
  await restart();
  expect(await ask('account.signOut', {})).toEqual({ isRevoked: true });
  expect([shown, await readdir(state)]).toEqual([[], expect.not.arrayContaining(['notices.json'])]);
  await connect();
  await restart();
  await closeLogin({ state });
  expect(await readdir(state)).not.toContain('notices.json');
  await inBrowser((await ask('account.signIn', {})).url, 'bob@example.com');
  await vi.waitFor(() => expect(shown).toEqual([]));
});

test('[P59] a damaged state is replaced, and the only notice of it names the copy that was kept', async () => {
  await connect();
  const folder = join(home, 'Tandem');
  await ask('root.add', { localPath: folder, remoteId: '0', create: true });
  await eventually('in sync', async () => (await ask('status.get', {})).state === 'in_sync');
  await client.stop();
  const store = join(home, 'state', 'engine.db');
  await writeFile(store, 'this is no database, and was one');
  client = await start();
  let notices: readonly unknown[] = [];
  client.feeds.subscribe('notices', (history) => {
    notices = history.notices.map(({ body }) => body);
  });
  await eventually('in sync again', async () => (await ask('status.get', {})).state === 'in_sync');
  await vi.waitFor(() =>
    expect(notices).toEqual([{ code: 'state_set_aside_details', args: { path: `${store}.damaged-1` } }]),
  );
});

test('[E96] after a command-line sign-out and a sign-in with another account, the folders of the first one are left alone', async () => {
  await connect();
  const folder = join(home, 'Tandem');
  await ask('root.add', { localPath: folder, remoteId: '0', create: true });
  await closeLogin({ state: join(home, 'state') });
  await inBrowser((await ask('account.signIn', {})).url, 'bob@example.com');
  await eventually('it is Bob', async () => (await login()) === 'bob@example.com');
  expect((await ask('status.get', {})).roots).toEqual([]);
  await writeFile(join(folder, 'anns.txt'), 'not for Bob');
  await ask('account.signOut', {});
  await connect();
  expect(await login()).toBe('ann@example.com');
  expect((await ask('status.get', {})).roots).toMatchObject([{ localPath: folder }]);
});

test('[E96] the next account gets an engine of its own although the service never named the person of the first one', async () => {
  await connect();
  await ask('root.add', { localPath: join(home, 'Tandem'), remoteId: '0', create: true });
  await client.stop();
  await rm(join(home, 'state', 'secrets.json'));
  client = await start();
  await eventually('signed out', async () => (await ask('status.get', {})).account.state === 'signed_out');
  await closeLogin({ state: join(home, 'state') });
  await inBrowser((await ask('account.signIn', {})).url, 'bob@example.com');
  await eventually('it is Bob', async () => (await login()) === 'bob@example.com');
  expect((await ask('status.get', {})).roots).toEqual([]);
});

test('an account that was used with a token is not replaced by the private service, and signs in through the window', async () => {
  await client.stop();
  const state = join(home, 'state');
  const { baseUrl, uploadUrl, person } = service;
  await writeAccount(state, { service: baseUrl, baseUrl, uploadUrl, userId: person.id });
  for (const asksFirst of [true, false]) {
    client = await start(asksFirst);
    expect((await ask('account.get', {})).kind).toBe('none');
    expect(await readAccount(state)).toMatchObject({ baseUrl, userId: person.id });
    if (asksFirst) await client.stop();
  }
  await inBrowser((await ask('account.signIn', {})).url);
  await eventually('connected', async () => (await ask('account.get', {})).kind === 'service');
  expect(await readAccount(state)).toMatchObject({ baseUrl, userId: person.id, by: 'login' });
});

test('a sign-out that cannot be stored says so and keeps the account, until one succeeds', async () => {
  await connect();
  const reported = vi.spyOn(console, 'error').mockReturnValue();
  const inTheWay = join(home, 'state', 'secrets.json.new');
  await mkdir(inTheWay);
  expect(await call('account.signOut', {})).toMatchObject({ ok: false, error: { code: 'internal' } });
  expect(reported).toHaveBeenCalledOnce();
  expect((await ask('account.get', {})).kind).toBe('service');
  expect(heard.at(-1)?.account.key).toBe(accountKey({ service: service.baseUrl, userId: service.person.id }));
  await rm(inTheWay, { recursive: true });
  await ask('account.signOut', {});
  expect((await ask('account.get', {})).kind).toBe('none');
});

test('a private service whose account cannot be stored can be started once it can', async () => {
  const reported = vi.spyOn(console, 'error').mockReturnValue();
  const inTheWay = join(home, 'state', 'account.json.new');
  await mkdir(inTheWay);
  expect(await call('account.startPrivate', {})).toMatchObject({ ok: false, error: { code: 'internal' } });
  await rm(inTheWay, { recursive: true });
  await mkdir(join(home, 'state', 'settings.json.new'));
  await ask('account.startPrivate', {});
  expect((await ask('account.get', {})).kind).toBe('private');
  const elsewhere = await call('account.signIn', { baseUrl: 'https://other.example/2.0' });
  expect(elsewhere).toMatchObject({ error: { message: { code: 'other_service', args: { address: null } } } });
  // A second press on the button.
  await ask('account.startPrivate', {});
  expect(reported).toHaveBeenCalledTimes(2);
});

test('a private service goes on with a new token that cannot be stored', async () => {
  await ask('account.startPrivate', {});
  const reported = vi.spyOn(console, 'error').mockReturnValue();
  const [state, data] = [join(home, 'state'), join(home, 'service')];
  const [token] = Object.values(JSON.parse(await readFile(join(state, 'secrets.json'), 'utf8')));
  await rm(join(state, 'secrets.json'));
  await mkdir(join(state, 'secrets.json'));
  await endToken(data, String(token));
  const folder = { operation: 'getFolder', request: { params: { folder_id: '0' } } } as const;
  expect(await ask('service.call', folder)).toMatchObject({ id: '0' });
  expect(reported).toHaveBeenCalledWith(expect.stringContaining('token'), expect.anything());
});

test('the used space follows files that are dropped into no synced folder, and permanent deletes', async () => {
  await connect();
  const used = async () => (await ask('status.get', {})).account.user?.spaceUsed ?? 0;
  const before = await used();
  const file = { relativePath: 'two.bytes', sizeBytes: 2, modifiedAtMs: 1_700_000_000_000 };
  const files = [file, { ...file, relativePath: 'not sent yet' }];
  const batch = await ask('drop.begin', { folderId: '0', onConflict: 'ask', files });
  const bytes = new Blob(['ab']).stream();
  expect(await client.drops.receive(batch.files[0]?.id ?? '', bytes, new AbortController().signal)).toEqual({
    ok: true,
  });
  await eventually('its bytes are counted', async () => (await used()) === before + 2);
  const { id = '' } = (await webUser(service, service.person.token).find('0', 'two.bytes')) ?? {};
  await ask('service.call', { operation: 'deleteFile', request: { params: { file_id: id } } });
  await ask('service.call', { operation: 'purgeFile', request: { params: { file_id: id } } });
  await eventually('its bytes are free', async () => (await used()) === before);
});

test('the notification of an upload leads to the folder of its files', async () => {
  await connect();
  const places: unknown[] = [];
  const end = client.feeds.subscribe('notice', ({ kind, place }) => {
    if (kind === 'drop_finished') places.push(place);
  });
  const files = [{ relativePath: 'one.byte', sizeBytes: 1, modifiedAtMs: 1_700_000_000_000 }];
  const batch = await ask('drop.begin', { folderId: '0', onConflict: 'keep-both', files });
  await client.drops.receive(batch.files[0]?.id ?? '', new Blob(['a']).stream(), new AbortController().signal);
  expect(places).toEqual(['/files?folder=0']);
  end();
});

test('a sign-in that is refused or given up changes nothing, and a folder that cannot be linked is not left behind', async () => {
  await connect();
  const taken = join(home, 'used', 'by', 'others');
  await mkdir(join(home, 'used'));
  const none = await call('root.add', { localPath: taken, remoteId: '404404', create: true });
  expect(none).toMatchObject({ ok: false, error: { code: 'remote_not_found' } });
  expect(await readdir(join(home, 'used', 'by'))).toEqual([]);
  const { url } = await ask('account.signIn', {});
  expect((await ask('account.get', {})).signIn).toMatchObject({ state: 'waiting', url });
  await ask('account.cancelSignIn', {});
  expect((await ask('account.get', {})).signIn).toEqual({ state: 'none' });
  const again = await ask('account.signIn', {});
  await inBrowser(again.url, 'bob@example.com');
  const failed = await eventually('the failure is reported', async () => {
    const { signIn } = await ask('account.get', {});
    return signIn.state === 'failed' ? signIn : undefined;
  });
  expect(failed.error).toMatchObject({ code: 'other_account' });
  expect(await login()).toBe('ann@example.com');
});
