import type { CandidatePage, CandidateQuery } from '../../../ports/metadata/notes/search-candidates.ts';
import type { WordCombination, WordField } from '../../../ports/metadata/notes/search-words.ts';
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

/** A page of items that match the words and the metadata, before any check of the caller's access. */
export async function candidatesOf(
  reads: MetadataReads,
  query: CandidateQuery,
  { alternatives, fields, metadata }: Wanted,
): Promise<CandidatePage> {
  if (alternatives !== null) {
    const anyOf = alternatives.map((alternative) => combinationOf(alternative, fields));
    const page = await reads.words.findItems({ ...query, anyOf, fields });
    return metadata === null ? page : withMetadata(reads, page, metadata);
  }
  if (metadata === null) return reads.items.findWebLinks(query);
  const { templateId, conditions } = metadata;
  const page = await reads.instances.findItems({ ...query, templateId, condition: conditions[0] ?? null });
  return withMetadata(reads, page, metadata);
}

function combinationOf({ all, none }: Alternative, fields: readonly WordField[]): WordCombination {
  return {
    all: all.flatMap(wantedWords),
    // Quotes are checked against the text itself, as are words excluded from comments, which not everyone may read.
    none: fields.includes('comments')
      ? []
      : none.filter(({ words }) => words.length === 1).flatMap(({ words }) => words.map(exactly)),
  };
}

function exactly(word: string) {
  return { word, isPrefix: false };
}

async function withMetadata(
  reads: MetadataReads,
  { itemIds, next }: CandidatePage,
  metadata: MetadataConditions,
): Promise<CandidatePage> {
  const instances = await reads.instances.listOfItems(itemIds);
  const fulfilling = new Set(instances.filter((one) => fulfils(one, metadata)).map(({ itemId }) => itemId));
  return { itemIds: itemIds.filter((id) => fulfilling.has(id)), next };
}
