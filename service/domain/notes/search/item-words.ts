import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { ItemWord } from '../../../ports/metadata/notes/search-words.ts';
import { wordsOf } from './words.ts';

/** Maximum distinct words indexed per text. */
const wordsPerText = 500;

/** The index words of an item, each once per field. */
export function itemWords(item: Pick<ItemRecord, 'name' | 'description' | 'tags'>): readonly ItemWord[] {
  return [
    ...distinct(item.name).map((word) => ({ word, field: 'name' as const })),
    ...distinct(item.description).map((word) => ({ word, field: 'description' as const })),
    ...distinct(item.tags.join(' ')).map((word) => ({ word, field: 'tags' as const })),
  ];
}

/** The words of a comment. */
export function commentWords(message: string): readonly ItemWord[] {
  return distinct(message).map((word) => ({ word, field: 'comments' as const }));
}

function distinct(text: string): readonly string[] {
  return text === '' ? [] : [...new Set(wordsOf(text))].slice(0, wordsPerText);
}
