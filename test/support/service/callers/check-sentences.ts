import assert from 'node:assert/strict';
import { errorBody } from '../../../../contract/resources/error.ts';
import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { inEnglish } from '../../../../contract/rules/say.ts';

/** Throws for an error, the answer or an entry of a batch, whose sentences differ from its message. */
export function checkSentences(answer: unknown): void {
  for (const body of [answer, ...errorsOfBatch(answer)]) {
    const { success, data } = errorBody.safeParse(body);
    if (!success || data.type !== 'error') continue;
    for (const said of [data, ...(data.context_info?.errors ?? [])]) checkOne(said);
  }
}

const errorsOfBatch = (answer: unknown): readonly unknown[] =>
  answer instanceof Object && 'entries' in answer && Array.isArray(answer.entries)
    ? answer.entries.map((entry: { readonly error?: unknown } | null) => entry?.error)
    : [];

type Said = { readonly message?: string | null | undefined; readonly sentences?: readonly Sentence[] | undefined };

const checkOne = ({ message, sentences = [] }: Said): void => assert.equal(inEnglish(sentences), message);
