import { z } from 'zod';
import type { ErrorCode } from '../error-codes.ts';
import { type Sentence, sentence } from '../resources/sentence.ts';
import { inEnglish, verbatim } from './say.ts';

/** Reports a violated rule of the interface from a schema, with the error code of the response. */
export function brokenRule(context: z.core.$RefinementCtx, code: ErrorCode, sentences: readonly Sentence[]): void {
  context.addIssue({ code: 'custom', message: inEnglish(sentences), params: { errorCode: code, sentences } });
}

/** The error code that `brokenRule` attached to an issue, if any. */
export function ruleCode(issue: z.core.$ZodIssue, known: (code: string) => code is ErrorCode): ErrorCode | null {
  if (issue.code !== 'custom') return null;
  const code: unknown = issue.params?.errorCode;
  return typeof code === 'string' && known(code) ? code : null;
}

/**
 * The rule that an issue in `whole` is about: the sentences of `brokenRule`, or the text of the schema with its bound apart. A maximum
 * is followed by what was given.
 */
export function ruleSentences(issue: z.core.$ZodIssue, whole: unknown): readonly Sentence[] {
  const own = issue.code === 'custom' ? sentences.safeParse(issue.params?.sentences) : null;
  if (own?.success === true) return own.data;
  const text = /[.!?]$/.test(issue.message) ? issue.message : `${issue.message}.`;
  const bound = boundOf(issue);
  if (bound === null || !text.includes(String(bound))) return verbatim(text);
  const id = text.replace(String(bound), '{0}');
  const given = issue.code === 'too_small' ? null : sizeOf(valueAt(whole, issue.path), issue);
  return [given === null ? { id, values: [bound] } : { id: id.replace(/\.$/, ', not {1}.'), values: [bound, given] }];
}

/** The value at a path of another; undefined if there is none. */
export function valueAt(whole: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    whole,
  );
}

/** What a maximum limits: a number, the entries of a list or an object, or the length of a text, counted as its rule counts. */
function sizeOf(value: unknown, { code }: z.core.$ZodIssue): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return code === 'too_big' ? value.length : [...value].length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : null;
}

const sentences = z.array(sentence);

function boundOf(issue: z.core.$ZodIssue): number | null {
  const bound: unknown =
    issue.code === 'too_big'
      ? issue.maximum
      : issue.code === 'too_small'
        ? issue.minimum
        : issue.code === 'custom'
          ? issue.params?.maximum
          : null;
  return typeof bound === 'number' ? bound : null;
}
