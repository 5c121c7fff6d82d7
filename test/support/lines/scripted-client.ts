import { onTestFinished } from 'vitest';
import { type ApiClient, type ApiClientOptions, createApiClient } from '../../../main/api/api-client.ts';
import { createVirtualTime } from '../engine/virtual-time.ts';
import { type ScriptedAnswer, type ScriptedRequest, startScriptedServer } from './scripted-server.ts';

export const me = { type: 'user', id: '11', name: 'Ann', login: 'ann@example.com' };

/** A client whose service answers by script, until the test ends. */
export async function connect(
  answer: (request: ScriptedRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>,
  options: Partial<ApiClientOptions> = {},
) {
  const server = await startScriptedServer(answer);
  const { clock, random, slept } = createVirtualTime();
  const client: ApiClient = createApiClient({
    baseUrl: `${server.origin}/2.0/`,
    uploadUrl: `${server.origin}/upload/2.0`,
    tokens: { token: async () => 'secret', renew: async () => null },
    timing: { ...clock, ...random },
    userAgent: 'tandem-test/1',
    ...options,
  });
  onTestFinished(async () => {
    await client.close();
    await server[Symbol.asyncDispose]();
  });
  return { client, seen: server.seen, slept, origin: server.origin };
}
