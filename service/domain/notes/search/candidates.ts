import { limits } from '../../../../contract/rules/limits.ts';
import type { WordField } from '../../../ports/metadata/notes/search-words.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { fulfils, type MetadataConditions } from './metadata-conditions.ts';
import { type Alternative, wantedWords } from './query.ts';

/** The search criteria that use an index. */
export interface Wanted {
  /** Null without a query: then only metadata decides, or without that the item kind (web links). */
  readonly alternatives: readonly Alternative[] | null;
  readonly fields: readonly WordField[];
  readonly metadata: MetadataConditions | null;
}

/** Ids of items of some owners that match the words and the metadata, before any other check. */
export async function candidateIds(
  reads: MetadataReads,
  ownerIds: readonly string[],
  wanted: Wanted,
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const ownerId of ownerIds) {
    const { alternatives } = wanted;
    const found = alternatives
      ? await byWords(reads, ownerId, alternatives, wanted)
      : wanted.metadata
        ? await byMetadata(reads, ownerId, wanted.metadata)
        : await reads.items.webLinkIds(ownerId, limits.searchCandidates);
    for (const id of found) ids.add(id);
  }
  return wanted.metadata ? withMetadata(reads, [...ids], wanted.metadata) : [...ids];
}

async function byWords(
  reads: MetadataReads,
  ownerId: string,
  alternatives: readonly Alternative[],
  { fields }: Wanted,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { all, none } of alternatives) {
    const query = {
      ownerId,
      all: all.flatMap(wantedWords),
      // Quotes are checked against the text itself, as are words excluded from comments, which not everyone may read.
      none: fields.includes('comments')
        ? []
        : none.filter(({ words }) => words.length === 1).flatMap(({ words }) => words.map(exactly)),
      fields,
      limit: limits.searchCandidates,
    };
    found.push(...(await reads.words.findItems(query)));
  }
  return found;
}

function exactly(word: string) {
  return { word, isPrefix: false };
}

async function byMetadata(
  reads: MetadataReads,
  ownerId: string,
  { templateId, conditions }: MetadataConditions,
): Promise<readonly string[]> {
  const condition = conditions[0] ?? null;
  return reads.instances.findItems({ ownerId, templateId, condition, limit: limits.searchCandidates });
}

async function withMetadata(
  reads: MetadataReads,
  ids: readonly string[],
  metadata: MetadataConditions,
): Promise<readonly string[]> {
  const instances = await reads.instances.listOfItems(ids);
  return [...new Set(instances.filter((one) => fulfils(one, metadata)).map(({ itemId }) => itemId))];
}
