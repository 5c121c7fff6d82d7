import type { MetadataReads } from '../../../../ports/metadata-store.ts';
import type { Alternative } from '../query.ts';
import type { ItemTexts } from '../relevance.ts';

/** Looks up, for files whose content the caller may see, which terms of a query their current contents have. */
export async function contentsOf(
  reads: MetadataReads,
  fileIds: readonly string[],
  alternatives: readonly Alternative[],
): Promise<(fileId: string) => ItemTexts['contentHas']> {
  const terms = new Map<string, readonly string[]>();
  for (const { all, none } of alternatives) for (const { words } of [...all, ...none]) terms.set(keyOf(words), words);
  const places = new Map([...terms.keys()].map((key, place) => [key, place]));
  const found = await reads.contentTexts.termsIn(fileIds, [...terms.values()]);
  return (fileId) => (words) => found.get(fileId)?.has(places.get(keyOf(words)) ?? -1) ?? false;
}

/** Words have no spaces. */
const keyOf = (words: readonly string[]): string => words.join(' ');
