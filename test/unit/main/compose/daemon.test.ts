import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeAccount } from '../../../../main/account/account-record.ts';
import { loginKey } from '../../../../main/account/tokens/login-tokens.ts';
import { openRunning } from '../../../../main/compose/cli/control.ts';
import { openEngine } from '../../../../main/compose/cli/engine.ts';
import { composeDaemon } from '../../../../main/compose/daemon.ts';
import { me } from '../../../support/lines/scripted-client.ts';
import { startScriptedServer } from '../../../support/lines/scripted-server.ts';

const keyring = vi.hoisted(() => ({ held: new Map<string, string>(), isDenied: false }));
vi.mock('keytar', () => ({
  getPassword: async (_service: string, account: string) => {
    if (keyring.isDenied && keyring.held.has(account)) throw new Error('User canceled the operation.');
    return keyring.held.get(account) ?? null;
  },
  setPassword: async (_service: string, account: string, secret: string) => void keyring.held.set(account, secret),
  deletePassword: async (_service: string, account: string) => keyring.held.delete(account),
}));

test('tandem run shows that the keyring hides the sign-in', async () => {
  const state = await mkdtemp(join(tmpdir(), 'tandem-run-'));
  let accepted = 'kept';
  const server = await startScriptedServer(({ headers }) =>
    headers.authorization === `Bearer ${accepted}` ? { json: { ...me, entries: [] } } : { status: 401 },
  );
  const baseUrl = `${server.origin}/2.0`;
  await writeAccount(state, { service: baseUrl, baseUrl, uploadUrl: baseUrl, userId: me.id, by: 'login' });
  const tokens = { kind: 'login', clientId: 'tandem', accessToken: 'kept', refreshToken: 'once', expiresAt: 9e15 };
  keyring.held.set(loginKey(state, baseUrl), JSON.stringify({ ...tokens, renewingSince: null }));
  const account = { baseUrl: undefined, uploadUrl: undefined, tokenFile: undefined, tokenInEnvironment: undefined };
  const flags = { state, account, json: false, quiet: false, logLevel: 'error' } as const;
  const daemon = await composeDaemon((proxy) => openEngine(flags, { proxy }), flags);
  const control = await openRunning(state);
  onTestFinished(async () => {
    await control?.close();
    await daemon.stop();
    await server[Symbol.asyncDispose]();
    await rm(state, { recursive: true, force: true });
  });
  keyring.isDenied = true;
  accepted = 'renewed by another process';
  await control?.call('service.call', { operation: 'getUser', request: { params: { user_id: me.id } } });
  expect(await control?.call('account.get', {})).toMatchObject({
    value: { kind: 'service', signIn: { state: 'hidden' } },
  });
});
