import type { MetadataFilter } from '../../../contract/resources/metadata-template-request.ts';
import type { ItemRecord } from '../../ports/metadata/items.ts';
import type { WordField } from '../../ports/metadata/search-words.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { type ItemView, requireItem } from '../access/item-access.ts';
import { inForce } from '../access/persons-of.ts';
import { mayReveal } from '../access/reveal.ts';
import { plainMessage } from '../comments/present-comment.ts';
import { requireAdministrator } from '../enterprise/administration.ts';
import type { Revealed } from '../permissions/reveals.ts';
import { type RecentLink, recentlyLinked } from '../recent-items/recent-links.ts';
import { parameterRefusal, Refusal } from '../refusal.ts';
import type { Caller, Service } from '../service.ts';
import { candidateIds } from './candidates.ts';
import { type ItemFilters, passes, type Range } from './filters.ts';
import { metadataConditions } from './metadata-conditions.ts';
import { type Alternative, parseQuery } from './query.ts';
import { relevance, textsOf } from './relevance.ts';
import { visibleItems, type Whereabouts } from './visible-items.ts';

/** What a search is told (service-decisions.md B 4.13). */
export interface Search {
  readonly query?: string | undefined;
  readonly metadata?: MetadataFilter | undefined;
  readonly scope: 'user_content' | 'enterprise_content';
  /** Where words are looked for. */
  readonly fields: readonly WordField[];
  readonly filters: ItemFilters;
  readonly ancestorIds?: readonly string[] | undefined;
  readonly trash: Whereabouts['trash'];
  readonly deletedBy?: readonly string[] | undefined;
  readonly deletedAt?: Range | undefined;
  readonly sort: 'relevance' | 'modified_at';
  readonly direction: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
  /** True: what the caller reached by a shared link lately is looked for too. */
  readonly includesLinked: boolean;
}

/** A page of what was found, the best or the latest first. */
export interface FoundItems {
  readonly total: number;
  readonly views: readonly ItemView[];
  /** Of the items that the caller reached by a shared link lately, the addresses of the links, by the ids of the items. */
  readonly linked: ReadonlyMap<string, Pick<RecentLink, 'address'>>;
}

/**
 * Finds the items that the caller may see by their words and their metadata. A word that very many items have is looked up in
 * the first `limits.searchCandidates` of each owner only. Web links alone are listed without a query and a filter too.
 * @throws Refusal `missing_parameter` without both for anything else.
 */
export async function search(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  request: Search,
): Promise<FoundItems> {
  const { query = '', metadata, fields, filters } = request;
  // Web links are few, and a person's bookmarks are a list that no folder shows.
  if (query.trim() === '' && !metadata && filters.kind !== 'web_link') {
    throw parameterRefusal('missing_parameter', 'query', 'Say what to look for, in "query" or in "mdfilters".');
  }
  const alternatives = query.trim() === '' ? null : parseQuery(query);
  const conditions = metadata ? await metadataConditions(reads, service.settings, metadata) : null;
  const linked = request.includesLinked ? await recentlyLinked(service, reads, caller) : new Map<string, never>();
  const places = await searchedPlaces(reads, caller, request);
  const where = { ...places.where, linked };
  const ownerIds = [...new Set([...places.ownerIds, ...[...linked.values()].map(({ item }) => item.ownerId)])];
  const ids = await candidateIds(reads, ownerIds, { alternatives, fields, metadata: conditions });
  const items = (await reads.items.getMany(ids)).filter((item) => passes(item, filters));
  const visible = await visibleItems(reads, caller, items, where);
  const ranked = await rank(reads, caller, visible, { alternatives, fields });
  const ordered = [...ranked.keys()].sort(orderOf(request, ranked));
  const page = ordered.slice(request.offset, request.offset + request.limit);
  return { total: ordered.length, views: page, linked };
}

/** Whose items are searched, and where they must be. */
async function searchedPlaces(reads: MetadataReads, caller: Caller, request: Search) {
  const { trash, deletedBy, deletedAt } = request;
  const ancestorIds = await ancestorsOf(reads, caller, request.ancestorIds);
  const place = { trash, deletedBy, deletedAt, ancestorIds };
  if (request.scope === 'enterprise_content') {
    requireAdministrator(caller);
    if (!caller.scopes.includes('enterprise_content')) {
      throw new Refusal('access_denied_insufficient_permissions', 'The token lacks the scope "enterprise_content".');
    }
    const people = await reads.users.list();
    return { ownerIds: people.map(({ id }) => id), where: { ...place, sharedIds: null } };
  }
  const collaborations = inForce(reads, await reads.collaborations.listAccepted(caller.user.id));
  const shared = await reads.items.getMany([...collaborations.map(({ itemId }) => itemId), ...linkedTo(caller)]);
  const ownerIds = new Set([caller.user.id, ...shared.map(({ ownerId }) => ownerId)]);
  return { ownerIds: [...ownerIds], where: { ...place, sharedIds: new Set(shared.map(({ id }) => id)) } };
}

function linkedTo({ sharedLink }: Caller): readonly string[] {
  return sharedLink === null ? [] : [sharedLink.itemId];
}

/** Folders that items must be below; the root is no limit, since what others share appears there. */
async function ancestorsOf(
  reads: MetadataReads,
  caller: Caller,
  ids: readonly string[] | undefined,
): Promise<readonly string[] | null> {
  if (ids === undefined || ids.length === 0) return null;
  for (const id of ids) await requireItem(reads, caller, 'folder', id, 'list');
  return ids.includes('0') ? null : ids;
}

/** How relevant each item is to the caller; items that are not are left out. Without a query all are alike. */
async function rank(
  reads: MetadataReads,
  caller: Caller,
  views: readonly ItemView[],
  {
    alternatives,
    fields,
  }: { readonly alternatives: readonly Alternative[] | null; readonly fields: readonly WordField[] },
): Promise<ReadonlyMap<ItemView, number>> {
  const ranked = new Map<ItemView, number>();
  const reader = { caller, now: reads.now() };
  for (const view of views) {
    const readable = fields.filter((field) => mayReveal(revealedByField[field], view, reader));
    const value = alternatives === null ? 1 : await relevanceOf(reads, view.item, alternatives, new Set(readable));
    if (value > 0) ranked.set(view, value);
  }
  return ranked;
}

/** What it reveals that an item is found, or not found, by the words of a field. */
const revealedByField: Readonly<Record<WordField, Revealed>> = {
  name: 'metadata',
  description: 'metadata',
  tags: 'metadata',
  comments: 'comments',
};

/** The texts of comments are read only for files that nothing else tells of. */
async function relevanceOf(
  reads: MetadataReads,
  item: ItemRecord,
  alternatives: readonly Alternative[],
  fields: ReadonlySet<WordField>,
): Promise<number> {
  const needsComments = fields.has('comments') && item.kind === 'file';
  const excludes = alternatives.some(({ none }) => none.length > 0);
  const value = sumOf(alternatives, textsOf(item, []), fields);
  if (!needsComments || (value > 0 && !excludes)) return value;
  const comments = await reads.comments.latest(item.id, commentsRead);
  return sumOf(alternatives, textsOf(item, comments.map(plainMessage)), fields);
}

/** Comments of one file that are read to see whether a phrase stands in them. */
const commentsRead = 200;

function sumOf(
  alternatives: readonly Alternative[],
  texts: ReturnType<typeof textsOf>,
  fields: ReadonlySet<WordField>,
): number {
  return alternatives.reduce((sum, alternative) => sum + relevance(alternative, texts, fields), 0);
}

function orderOf({ sort, direction }: Search, ranked: ReadonlyMap<ItemView, number>) {
  const sign = direction === 'ASC' ? -1 : 1;
  const value = (view: ItemView) => (sort === 'relevance' ? (ranked.get(view) ?? 0) : view.item.modifiedAt);
  return (one: ItemView, other: ItemView) =>
    sign * (value(other) - value(one)) ||
    other.item.modifiedAt - one.item.modifiedAt ||
    Number(other.item.id) - Number(one.item.id);
}
