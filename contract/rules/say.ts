import type { Sentence } from '../resources/sentence.ts';

/**
 * The sentences of a template, each with its values apart: ``say`"${name}" is locked. Unlock it first.` `` gives two. A value never
 * begins or ends a sentence: only the words around it do.
 */
export function say(words: TemplateStringsArray, ...values: readonly (string | number)[]): readonly Sentence[] {
  const template =
    words.raw.length === 1
      ? (words[0] ?? '')
      : words.map((part, at) => (at === 0 ? part : `{${at - 1}}${part}`)).join('');
  return template.split(BETWEEN_SENTENCES).map((text) => apart(text, values));
}

/** A text that is not ours, such as the error of a library: one sentence, which no language has. */
export const verbatim = (text: string): readonly Sentence[] => [{ id: text, values: [] }];

const BETWEEN_SENTENCES = /(?<=[.!?]) (?=[\p{Lu}"{])/u;

function apart(text: string, all: readonly (string | number)[]): Sentence {
  const values: (string | number)[] = [];
  const id = text.replaceAll(PLACE, (_, at: string) => `{${values.push(all[Number(at)] ?? '') - 1}}`);
  return { id, values };
}

/** The sentences as one English text. Numbers have their thousands apart. */
export const inEnglish = (sentences: readonly Sentence[]): string =>
  sentences.map(({ id, values }) => filled(id, values.map(english))).join(' ');

const english = (value: string | number): string => (typeof value === 'number' ? value.toLocaleString('en') : value);

/** `template` with the values at its places, in this order or another. */
export const filled = (template: string, values: readonly string[]): string =>
  template.replaceAll(PLACE, (place, at: string) => values[Number(at)] ?? place);

const PLACE = /\{(\d+)\}/g;
