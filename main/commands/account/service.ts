import { z } from 'zod';
import type { Operation, SentRequestOf } from '../../../contract/operation.ts';
import { operations } from '../../../contract/operations.ts';
import type { ServiceCall } from '../../../preload/ipc/service-calls.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { CommandWorld, HandlersOf } from '../command-world.ts';
import { refusedAs, refusing } from '../results.ts';

const Part = z.record(z.string(), z.unknown());
/** The parts of a request; the operation's own schemas check their contents. */
const Request = z.object({ params: Part, query: Part, headers: Part, body: z.unknown() }).partial();

/** Lets the window call one listed service operation through the client that holds the token. */
export function serviceCommands({ api, onUserChanged, onServiceChanged }: CommandWorld): HandlersOf<'service.call'> {
  return {
    'service.call': async ({ operation, request }) => {
      const parsed = Request.safeParse(request);
      if (!parsed.success) {
        const what = `${operation}, ${z.prettifyError(parsed.error)}`;
        return refusedAs('bad_request', { code: 'request_malformed', args: { what } });
      }
      // The client validates each part against the operation's schemas before it sends the request.
      const sent = parsed.data as SentRequestOf<Operation>;
      return refusing(async () => {
        const value = await callByName(api, operation, sent);
        if (operation === 'updateUser') onUserChanged();
        else if (operations[operation].method !== 'GET') onServiceChanged();
        return { ok: true as const, value };
      });
    },
  };
}

async function callByName(api: ApiClient, name: ServiceCall, request: SentRequestOf<Operation>): Promise<unknown> {
  const operation: Operation = operations[name];
  // An answer without a body still needs a value on the wire.
  return (await api.call(operation, request)).body ?? null;
}
