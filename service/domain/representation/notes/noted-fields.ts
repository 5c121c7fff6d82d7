import type { MetadataReads } from '../../../ports/metadata-store.ts';
import type { ItemView } from '../../access/item-access.ts';
import { mayReveal } from '../../access/reveal.ts';
import type { Caller, Service } from '../../service.ts';
import { type Classification, classificationsOf, metadataOfItems, type ShownMetadata } from './shown-metadata.ts';

/** Notes on an item, as far as a request asks for them: each costs a separate query. */
export interface NotedFields {
  /** Files only; 0 for viewers who may not see comments. */
  readonly comment_count?: number;
  readonly metadata?: ShownMetadata;
  /** Null for an item without one. */
  readonly classification?: Classification | null;
}

/** True if `fields` includes notes on items. */
export function namesNoted(fields: readonly string[] | undefined): boolean {
  return (fields ?? []).some((field) => /^(?:comment_count|classification|metadata(?:\..*)?)$/.test(field));
}

/** The note fields that `fields` selects, by item id. */
export async function notedFields(
  { settings }: Pick<Service, 'settings'>,
  reads: MetadataReads,
  caller: Caller,
  views: readonly ItemView[],
  fields: readonly string[] | undefined,
): Promise<ReadonlyMap<string, NotedFields>> {
  const noted = new Map<string, NotedFields>();
  if (fields === undefined || !namesNoted(fields)) return noted;
  const counts = fields.includes('comment_count') ? await commentCounts(reads, caller, views) : null;
  const metadata = fields.some((field) => field.startsWith('metadata'))
    ? await metadataOfItems(reads, settings, views, fields)
    : null;
  const classifications = fields.includes('classification')
    ? await classificationsOf(
        reads,
        views.map(({ item }) => item.id),
      )
    : null;
  for (const { item } of views) {
    if (item.kind === 'web_link') continue;
    noted.set(item.id, {
      ...(counts && item.kind === 'file' ? { comment_count: counts.get(item.id) ?? 0 } : {}),
      ...(metadata ? { metadata: metadata.get(item.id) ?? {} } : {}),
      ...(classifications ? { classification: classifications.get(item.id) ?? null } : {}),
    });
  }
  return noted;
}

async function commentCounts(
  reads: MetadataReads,
  caller: Caller,
  views: readonly ItemView[],
): Promise<ReadonlyMap<string, number>> {
  const reader = { caller, now: reads.now() };
  const readable = views.filter((view) => view.item.kind === 'file' && mayReveal('comments', view, reader));
  return reads.comments.countOfItems(readable.map(({ item }) => item.id));
}
