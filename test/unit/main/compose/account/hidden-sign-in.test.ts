import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeAccount } from '../../../../../main/account/account-record.ts';
import { runServiceProcess } from '../../../../../main/account/private-service/run-service.ts';
import { loginKey } from '../../../../../main/account/tokens/login-tokens.ts';
import { noProxy } from '../../../../../main/api/transport/proxy.ts';
import { terminalHost } from '../../../../../main/cli/terminal/terminal-host.ts';
import { type Client, composeClient } from '../../../../../main/compose/client.ts';
import { callCommand } from '../../../../../main/ipc/call-command.ts';
import type { CommandInput, CommandName } from '../../../../../preload/ipc/commands.ts';
import { me } from '../../../../support/lines/scripted-client.ts';
import { type ScriptedServer, startScriptedServer } from '../../../../support/lines/scripted-server.ts';

const keyring = vi.hoisted(() => ({ held: new Map<string, string>(), isDenied: true }));
vi.mock('keytar', () => ({
  getPassword: async (_service: string, account: string) => {
    if (keyring.isDenied && keyring.held.has(account)) throw new Error('User canceled the operation.');
    return keyring.held.get(account) ?? null;
  },
  setPassword: async (_service: string, account: string, secret: string) => void keyring.held.set(account, secret),
  deletePassword: async (_service: string, account: string) => keyring.held.delete(account),
}));

let home: string;
let server: ScriptedServer;
let client: Client;

/** The sign-in of the last run is in the keyring, which answers but refuses to hand it out. */
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-hidden-'));
  const state = join(home, 'state');
  server = await startScriptedServer(({ headers }) =>
    headers.authorization === 'Bearer kept' ? { json: { ...me, entries: [] } } : { status: 401 },
  );
  const baseUrl = `${server.origin}/2.0`;
  await writeAccount(state, { service: baseUrl, baseUrl, uploadUrl: baseUrl, userId: me.id, by: 'login' });
  const tokens = { kind: 'login', clientId: 'tandem', accessToken: 'kept', refreshToken: 'once', expiresAt: 9e15 };
  keyring.isDenied = true;
  keyring.held.set(loginKey(state, baseUrl), JSON.stringify({ ...tokens, renewingSince: null }));
  client = await composeClient({
    places: { state, service: join(home, 'service'), syncFolder: join(home, 'Tandem') },
    host: terminalHost('desk'),
    log: { warn: () => undefined, error: () => undefined },
    runService: runServiceProcess,
    systemProxy: noProxy,
  });
});
afterEach(async () => {
  await client.stop();
  await server[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

const ask = <Name extends CommandName>(name: Name, input: CommandInput<Name>) =>
  callCommand(client.handlers, name, input, (bug, cause) => {
    throw new Error(bug, { cause });
  });
const signIn = () => ask('account.get', {});
const reachesService = async () =>
  (await ask('service.call', { operation: 'getUser', request: { params: { user_id: me.id } } })).ok;

test('a start whose keyring refuses the sign-in waits for the person, who may let it try again', async () => {
  expect(await reachesService()).toBe(false);
  expect(await signIn()).toMatchObject({ value: { kind: 'service', signIn: { state: 'hidden' } } });
  keyring.isDenied = false;
  expect(await reachesService()).toBe(false);
  await ask('account.readSignIn', {});
  expect(await reachesService()).toBe(true);
  expect(await signIn()).toMatchObject({ value: { kind: 'service', signIn: { state: 'none' } } });
  expect(keyring.held.size).toBe(1);
});
