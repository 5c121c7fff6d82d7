import { createSaid } from './catalogue.ts';
import { actRefusals } from './german/acts.ts';
import { germanAmounts } from './german/amounts.ts';
import { attentionSentences, noticeSentences } from './german/attention.ts';
import { folderRefusals } from './german/folders.ts';
import { journalSentences, lastChangeSentences, plannedSentences } from './german/journal.ts';
import { plannedProblems, stepProblems } from './german/problems.ts';
import { reasonSentences } from './german/reasons.ts';
import { requestRefusals } from './german/requests.ts';
import { serviceRefusals } from './german/service.ts';
import { statusSentences } from './german/status.ts';
import type { Said } from './said.ts';

/** Every sentence that German has a form of, by its English one. */
export const germanTemplates = (): Readonly<Record<string, string>> => ({
  ...statusSentences,
  ...stepProblems,
  ...plannedProblems,
  ...reasonSentences,
  ...attentionSentences,
  ...noticeSentences,
  ...journalSentences,
  ...lastChangeSentences(),
  ...plannedSentences,
  ...actRefusals,
  ...folderRefusals,
  ...requestRefusals,
  ...serviceRefusals,
});

/** The sentences of the engine in German. */
export const germanSaid = (): Said => createSaid({ templates: germanTemplates(), written: germanAmounts });
