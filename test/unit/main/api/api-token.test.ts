import { describe, expect, test } from 'vitest';
import { getCurrentUser } from '../../../../contract/operations/people/users.ts';
import { ApiError } from '../../../../main/api/api-error.ts';
import { connect, me } from '../../../support/lines/scripted-client.ts';
import {
  type ScriptedAnswer,
  type ScriptedRequest,
  startScriptedServer,
} from '../../../support/lines/scripted-server.ts';

const offline = new ApiError({ status: null, code: 'offline', message: 'no route' });

describe('the token', () => {
  const renewing = () => {
    const tokens = { current: 'old', renewals: 0 };
    const renew = async (rejected: string) => {
      tokens.renewals += rejected === 'old' ? 1 : 0;
      tokens.current = 'new';
      return 'new';
    };
    return { tokens, source: { token: async () => tokens.current, renew } };
  };
  const refusesOld = ({ headers }: ScriptedRequest): ScriptedAnswer =>
    headers.authorization === 'Bearer new' ? { json: me } : { status: 401 };

  test('is renewed once when the service refuses it, and the request goes again', async () => {
    const { tokens, source } = renewing();
    const { client } = await connect(refusesOld, { tokens: source });
    expect(await client.call(getCurrentUser, {})).toMatchObject({ status: 200 });
    expect(tokens.renewals).toBe(1);
  });

  test('is renewed over the same connection, although the refusal had a long body', async () => {
    const { source } = renewing();
    const refuses = (asked: ScriptedRequest): ScriptedAnswer => ({ ...refusesOld(asked), text: 'x'.repeat(1_000_000) });
    const { client } = await connect(
      (asked) => (asked.headers.authorization === 'Bearer new' ? { json: me } : refuses(asked)),
      { tokens: source, connections: 1 },
    );
    expect(await client.call(getCurrentUser, {})).toMatchObject({ status: 200 });
  });

  test('that cannot be renewed signs out', async () => {
    const { client } = await connect(() => ({ status: 401 }));
    await expect(client.call(getCurrentUser, {})).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
  });

  test.each([
    ['signs out if its place cannot be read', new Error('the keyring is locked'), { status: 401 }],
    ['does not sign out while the service is unreachable', offline, { code: 'offline' }],
  ])('%s during a renewal', async (_what, fault, expected) => {
    const source = { token: async () => 'old', renew: () => Promise.reject(fault) };
    const { client } = await connect(() => ({ status: 401, text: 'x'.repeat(1_000_000) }), {
      tokens: source,
      connections: 1,
      attempts: 1,
    });
    await expect(client.call(getCurrentUser, {})).rejects.toMatchObject(expected);
    await expect(client.call(getCurrentUser, {}), 'its connection is free again').rejects.toMatchObject(expected);
  });

  test('is not needed for a call that was cancelled during its renewal', async () => {
    const cancelled = new AbortController();
    const renew = async (): Promise<null> => {
      cancelled.abort();
      throw new Error('the keyring is locked');
    };
    const { client } = await connect(() => ({ status: 401 }), { tokens: { token: async () => 'old', renew } });
    const { signal } = cancelled;
    await expect(client.call(getCurrentUser, {}, { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('goes to no other origin, also not when the service sends there', async () => {
    await using stranger = await startScriptedServer(() => ({ text: 'bytes', headers: { 'content-length': '5' } }));
    const { client } = await connect(() => ({ json: me }));
    const answer = await client.follow(`${stranger.origin}/bytes`, { headers: { range: 'bytes=2-' } });
    expect(await answer.body.text()).toBe('bytes');
    expect(stranger.seen[0]?.headers).toMatchObject({ range: 'bytes=2-' });
    expect(stranger.seen[0]?.headers.authorization).toBeUndefined();
    await expect(client.follow('file:///etc/passwd', {})).rejects.toMatchObject({ code: 'bad_answer' });
  });

  test('and the bytes of a service on https are never followed to http', async () => {
    await using stranger = await startScriptedServer(() => ({ text: 'bytes' }));
    const { client } = await connect(() => ({ json: me }), { baseUrl: 'https://files.example/2.0' });
    await expect(client.follow(`${stranger.origin}/bytes`, {})).rejects.toMatchObject({ code: 'bad_answer' });
    expect(stranger.seen).toHaveLength(0);
  });
});
