import type { ItemRecord } from '../../ports/metadata/items.ts';
import type { WordField } from '../../ports/metadata/search-words.ts';
import type { Alternative, SearchTerm } from './query.ts';
import { wordsOf } from './words.ts';

/** The texts of an item as words, each text on its own: a phrase does not reach from one into the next. */
export interface ItemTexts {
  readonly name: readonly string[];
  readonly description: readonly string[];
  readonly tags: readonly (readonly string[])[];
  readonly comments: readonly (readonly string[])[];
}

/** The words of an item; those of its comments come from outside, where they matter. */
export function textsOf(item: ItemRecord, comments: readonly string[]): ItemTexts {
  return {
    name: wordsOf(item.name),
    description: wordsOf(item.description),
    tags: item.tags.map(wordsOf),
    comments: comments.map(wordsOf),
  };
}

/** What a find is worth, by the field: a name says most of what an item is. */
const worth: Readonly<Record<WordField, number>> = { name: 8, tags: 4, description: 3, comments: 1 };
/** What a word that is only begun is worth against a whole one. */
const begunShare = 0.6;

/** How well an item answers one alternative; 0 when it does not, because a phrase is torn or something must not be there. */
export function relevance(alternative: Alternative, texts: ItemTexts, fields: ReadonlySet<WordField>): number {
  if (alternative.none.some((term) => termWorth({ ...term, isPhrase: true }, texts, fields) > 0)) return 0;
  const worths = alternative.all.map((term) => termWorth(term, texts, fields));
  return worths.some((value) => value === 0) ? 0 : worths.reduce((sum, value) => sum + value, 0);
}

function termWorth(term: SearchTerm, texts: ItemTexts, fields: ReadonlySet<WordField>): number {
  const found = [...fields].map((field) => worth[field] * shareIn(term, field, texts));
  return Math.max(0, ...found);
}

function shareIn(term: SearchTerm, field: WordField, texts: ItemTexts): number {
  const own = texts[field];
  const lists = isNested(own) ? own : [own];
  return Math.max(0, ...lists.map((words) => shareOf(term, words, field === 'name')));
}

/** 1 when all the words are there, less when the last is only begun, 0 when one is missing. */
function shareOf({ words, isPhrase }: SearchTerm, text: readonly string[], mayBegin: boolean): number {
  if (isPhrase) return follows(words, text) ? 1 : 0;
  const last = words.at(-1) ?? '';
  if (!words.slice(0, -1).every((word) => text.includes(word))) return 0;
  if (text.includes(last)) return 1;
  return mayBegin && text.some((word) => word.startsWith(last)) ? begunShare : 0;
}

function follows(words: readonly string[], text: readonly string[]): boolean {
  return text.some((_, start) => words.every((word, index) => text[start + index] === word));
}

function isNested(texts: readonly string[] | readonly (readonly string[])[]): texts is readonly (readonly string[])[] {
  return typeof texts[0] !== 'string';
}
