import { z } from 'zod';
import type { Operation, SentRequestOf } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import type { ServiceCall } from '../../preload/ipc/service-calls.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { CommandWorld, HandlersOf } from './command-world.ts';
import { refused, refusing } from './results.ts';

const Part = z.record(z.string(), z.unknown());
/** The parts of a request; what is in them is checked by the operation that it is for. */
const Request = z.object({ params: Part, query: Part, headers: Part, body: z.unknown() }).partial();

/** The window's way to the service: one operation of the list, by the client that holds the token. */
export function serviceCommands({ api }: CommandWorld): HandlersOf<'service.call'> {
  return {
    'service.call': async ({ operation, request }) => {
      const parsed = Request.safeParse(request);
      if (!parsed.success)
        return refused('bad_request', z.prettifyError(parsed.error), 'This is a fault of the window.');
      // The client checks each part by the operation's own schemas before anything is sent.
      const sent = parsed.data as SentRequestOf<Operation>;
      return refusing(async () => ({ ok: true as const, value: await callByName(api, operation, sent) }));
    },
  };
}

async function callByName(api: ApiClient, name: ServiceCall, request: SentRequestOf<Operation>): Promise<unknown> {
  const operation: Operation = operations[name];
  // An answer without a body has to cross the wire as something.
  return (await api.call(operation, request)).body ?? null;
}
