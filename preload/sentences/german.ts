import { createSaid } from './catalogue.ts';
import { germanAmounts } from './german/amounts.ts';
import { reasonSentences } from './german/reasons.ts';
import { requestRefusals } from './german/requests.ts';
import type { Said } from './said.ts';

/** Every refusal that German has a form of, by its English one. What is not a refusal is said by code (`preload/words`). */
export const germanTemplates = (): Readonly<Record<string, string>> => ({
  ...reasonSentences,
  ...requestRefusals,
});

/** Refusals in German. */
export const germanSaid = (): Said => createSaid({ templates: germanTemplates(), written: germanAmounts });
