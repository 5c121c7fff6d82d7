import type { ServiceAnswer, ServiceCall } from '../ipc/service-calls.ts';
import type { Said } from './said.ts';

type Spoken = { readonly [Name in ServiceCall]?: (answer: ServiceAnswer<Name>, said: Said) => ServiceAnswer<Name> };

/**
 * Where the service says sentences of its own in an answer that is no refusal as a whole. Everything else in its answers is what people
 * wrote, and stays as it is.
 */
const spoken: Spoken = {
  manageHubItems: ({ operations }, said) => ({
    operations: operations.map((one) => (one.error === undefined ? one : { ...one, error: said(one.error) })),
  }),
  listWebhookDeliveries: (page, said) => ({
    ...page,
    entries: page.entries.map((one) => ({ ...one, last_error: one.last_error === null ? null : said(one.last_error) })),
  }),
};

/** The answer of an operation, with the sentences of the service passed through `said`. */
export function saidServiceAnswer<Name extends ServiceCall>(operation: Name, answer: unknown, said: Said): unknown {
  // The main process has checked the answer by the operation's own declaration, from which this type is made.
  const inWords: Spoken[Name] = spoken[operation];
  return inWords === undefined ? answer : inWords(answer as ServiceAnswer<Name>, said);
}
