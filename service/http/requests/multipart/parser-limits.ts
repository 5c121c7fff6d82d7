import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { say } from '../../../../contract/rules/say.ts';

/** What a form has too many of for its parser, whose own messages are not for people. */
export const limitSentences = {
  files: say`The form has too many files. Send fewer at a time.`,
  fields: say`The form has too many fields.`,
  parts: say`The form has too many parts. Send fewer at a time.`,
} as const satisfies Readonly<Record<string, readonly Sentence[]>>;
