import type { Sentence } from '../../contract/resources/sentence.ts';
import type { ServiceAnswer, ServiceCall } from '../ipc/service-calls.ts';
import type { Say } from './wording.ts';

type Spoken = { readonly [Name in ServiceCall]?: (answer: ServiceAnswer<Name>, say: Say) => ServiceAnswer<Name> };

/**
 * The sentences of the service in an answer that is no refusal as a whole. Everything else in its answers is data, or what people wrote,
 * and stays as it is.
 */
const spoken: Spoken = {
  manageHubItems: ({ operations }, say) => ({
    operations: operations.map((one) => ({ ...one, ...saidAs('error', one.error_sentences, say) })),
  }),
  listWebhookDeliveries: (page, say) => ({
    ...page,
    entries: page.entries.map((one) => ({ ...one, ...saidAs('last_error', one.last_error_sentences, say) })),
  }),
};

/** The field `name` in words; no field if an older service sends no sentences. */
function saidAs<Name extends string>(
  name: Name,
  sentences: readonly Sentence[] | undefined,
  say: Say,
): { readonly [Field in Name]?: string } {
  if (sentences === undefined) return {};
  // The key is the one that the type names.
  return { [name]: say({ code: 'said_by_service', args: { sentences } }) } as { readonly [Field in Name]: string };
}

/** The answer of an operation, with its sentences in words. */
export function speakServiceAnswer<Name extends ServiceCall>(operation: Name, answer: unknown, say: Say): unknown {
  // The main process has checked the answer by the operation's own declaration, from which this type is made.
  const inWords: Spoken[Name] = spoken[operation];
  return inWords === undefined ? answer : inWords(answer as ServiceAnswer<Name>, say);
}
