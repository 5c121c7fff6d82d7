import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type AccountRecord, writeAccount } from '../../../../../main/account/account-record.ts';
import { noProxy } from '../../../../../main/api/transport/proxy.ts';
import { tokensOf } from '../../../../../main/compose/account/tokens.ts';
import { me } from '../../../../support/lines/scripted-client.ts';
import { startScriptedServer } from '../../../../support/lines/scripted-server.ts';

/** A service on which the token `of 12` belongs to user 12, and a state folder of user 11. */
async function stateOfAnn() {
  const state = await mkdtemp(join(tmpdir(), 'tandem-tokens-'));
  const server = await startScriptedServer(({ headers }) => {
    const [, id] = /^Bearer of (\d+)$/.exec(headers.authorization ?? '') ?? [];
    return id === undefined ? { status: 401 } : { json: { ...me, id } };
  });
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    await rm(state, { recursive: true });
  });
  const baseUrl = `${server.origin}/2.0`;
  const account: AccountRecord = { service: baseUrl, baseUrl, uploadUrl: `${server.origin}/upload/2.0`, userId: '11' };
  await writeAccount(state, account);
  return { state, account, file: join(state, 'token') };
}

test("[E96] an engine that runs for another user than the state's takes only that user's next token from the file", async () => {
  const { state, account, file } = await stateOfAnn();
  const flags = { baseUrl: account.baseUrl, uploadUrl: undefined, tokenFile: file, tokenInEnvironment: undefined };
  const owner = () => ({ userId: '12', isConfirmed: true });
  const signedIn = { address: account, token: 'expired', stored: null };
  const tokens = await tokensOf({ state, account: flags }, signedIn, { proxy: noProxy, owner });
  for (const [next, taken] of [
    ['of 11', null],
    ['expired too', null],
    ['of 12', 'of 12'],
  ] as const) {
    await writeFile(file, next);
    expect(await tokens.renew('expired'), next).toBe(taken);
  }
});
