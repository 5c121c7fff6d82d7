import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { WordField } from '../../../ports/metadata/notes/search-words.ts';
import type { Alternative, SearchTerm } from './query.ts';
import { wordsOf } from './words.ts';

/** The texts of an item as words, each text separately: a phrase does not span two texts. */
export interface ItemTexts {
  readonly name: readonly string[];
  readonly description: readonly string[];
  readonly tags: readonly (readonly string[])[];
  readonly comments: readonly (readonly string[])[];
  /** True if the current content has these words in sequence. */
  readonly contentHas: (words: readonly string[]) => boolean;
}

/** The words of an item; those of its comments and its content are passed in if needed. */
export function textsOf(
  item: ItemRecord,
  {
    comments = [],
    contentHas = () => false,
  }: { comments?: readonly string[]; contentHas?: ItemTexts['contentHas'] } = {},
): ItemTexts {
  return {
    name: wordsOf(item.name),
    description: wordsOf(item.description),
    tags: item.tags.map(wordsOf),
    comments: comments.map(wordsOf),
    contentHas,
  };
}

/** The weight of a match by field: the name says most about an item. */
const worth: Readonly<Record<WordField, number>> = { name: 8, tags: 4, description: 3, content: 1, comments: 1 };
/** The weight of a prefix match relative to a whole word. */
const begunShare = 0.6;

/** The score of an item for one alternative; 0 if a phrase does not match or an excluded term does. */
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
  if (field === 'content') return texts.contentHas(term.words) ? 1 : 0;
  const own = texts[field];
  const lists = isNested(own) ? own : [own];
  return Math.max(0, ...lists.map((words) => shareOf(term, words, field === 'name')));
}

/** 1 if the words appear in sequence, less if the last one matches only as a prefix, otherwise 0. */
function shareOf({ words, isPhrase }: SearchTerm, text: readonly string[], mayBegin: boolean): number {
  const follow = (isSame: (index: number, word: string | undefined) => boolean) =>
    text.some((_, start) => words.every((_word, index) => isSame(index, text[start + index])));
  if (follow((index, word) => word === words[index])) return 1;
  if (isPhrase || !mayBegin) return 0;
  const last = words.length - 1;
  const isBegun = follow((index, word) => {
    const wanted = words[index] ?? '';
    return index === last ? (word ?? '').startsWith(wanted) : word === wanted;
  });
  return isBegun ? begunShare : 0;
}

function isNested(texts: readonly string[] | readonly (readonly string[])[]): texts is readonly (readonly string[])[] {
  return typeof texts[0] !== 'string';
}
