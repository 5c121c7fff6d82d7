import type { MetadataFilter } from '../../../../contract/resources/notes/metadata-template-request.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { CandidateQuery, Range } from '../../../ports/metadata/notes/search-candidates.ts';
import type { WordField } from '../../../ports/metadata/notes/search-words.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { requireAdministrator } from '../../access/enterprise/administration.ts';
import { type ItemView, requireItem } from '../../access/item-access.ts';
import type { Revealed } from '../../access/permissions/reveals.ts';
import { mayReveal } from '../../access/reveal.ts';
import { openedBy } from '../../access/shared-with.ts';
import { parameterRefusal, Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { type RecentLink, recentlyLinked } from '../../streams/recent-items/recent-links.ts';
import { plainMessage } from '../comments/present-comment.ts';
import { candidatesOf, type Wanted } from './candidates.ts';
import { contentsOf } from './contents/content-matches.ts';
import { hasExtension, type ItemFilters } from './filters.ts';
import { metadataConditions } from './metadata-conditions.ts';
import { type Alternative, parseQuery } from './query.ts';
import { relevance, textsOf } from './relevance.ts';
import { visibleItems, type Whereabouts } from './visible-items.ts';

/** Input of a search. */
export interface Search {
  readonly query?: string | undefined;
  readonly metadata?: MetadataFilter | undefined;
  readonly scope: 'user_content' | 'enterprise_content';
  /** The fields to search. */
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
  /** True: also search items that the caller recently reached through shared links. */
  readonly includesLinked: boolean;
}

/** A page of results, most relevant or latest first. */
export interface FoundItems {
  readonly total: number;
  readonly views: readonly ItemView[];
  /** For items that the caller recently reached through a shared link, the link's URL by item id. */
  readonly linked: ReadonlyMap<string, Pick<RecentLink, 'address'>>;
}

/**
 * Finds items that the caller may see, by words and metadata. If there are more than `limits.searchResults`, only the newest are ordered
 * and counted, as are the results among the newest `limits.searchCandidates` matches. Only web links can be listed without a query or a filter.
 * @throws Refusal `missing_parameter` without both for anything else.
 */
export async function search(service: Service, caller: Caller, request: Search): Promise<FoundItems> {
  const plan = await service.store.read((reads) => planOf(service, reads, caller, request));
  const ranked = await rankedResults(service, caller, plan);
  const ordered = [...ranked.keys()].sort(orderOf(request, ranked));
  const page = ordered.slice(request.offset, request.offset + request.limit);
  return { total: ordered.length, views: page, linked: plan.where.linked };
}

/** A search once its query and places have been read. */
interface Plan {
  readonly candidates: Pick<CandidateQuery, 'ownerIds' | 'filter'>;
  readonly wanted: Wanted;
  readonly where: Whereabouts & Pick<FoundItems, 'linked'>;
  readonly extensions: ItemFilters['extensions'];
}

async function planOf(service: Service, reads: MetadataReads, caller: Caller, request: Search): Promise<Plan> {
  const { query = '', metadata, fields } = request;
  const { extensions, ownerIds: chosenOwners, ...filter } = request.filters;
  // Web links are few, and no folder lists all bookmarks of a user.
  if (query.trim() === '' && !metadata && filter.kind !== 'web_link') {
    throw parameterRefusal('missing_parameter', 'query', say`Send a "query" or "mdfilters".`);
  }
  const alternatives = query.trim() === '' ? null : parseQuery(query);
  const conditions = metadata ? await metadataConditions(reads, service.settings, metadata) : null;
  const linked = request.includesLinked ? await recentlyLinked(service, reads, caller) : new Map<string, never>();
  const { trash, deletedBy, deletedAt } = request;
  const ancestorIds = await ancestorsOf(reads, caller, request.ancestorIds);
  const place = { trash, deletedBy, deletedAt, ancestorIds, linked };
  const { ownerIds, sharedIds } = await searchedPlaces(reads, caller, request);
  const linkedOwners = [...linked.values()].map(({ item }) => item.ownerId);
  const owners = ownerIds === null ? null : [...new Set([...ownerIds, ...linkedOwners])];
  return {
    candidates: {
      ownerIds: chosenOwners === undefined || owners === null ? (chosenOwners ?? owners) : common(owners, chosenOwners),
      filter: { ...filter, isLive: trash === 'non_trashed_only' },
    },
    wanted: { alternatives, fields, metadata: conditions },
    where: { ...place, sharedIds },
    extensions,
  };
}

function common(some: readonly string[], others: readonly string[]): readonly string[] {
  return some.filter((id) => others.includes(id));
}

/** Matches in the first page of candidates, and in the longest one. */
const firstPage = 500;
const longestPage = 10_000;

/** Candidates whose access is checked in one read. */
const checkedAtOnce = 500;

/** Reads page by page, each in a turn and on a snapshot of its own, so that others need not wait for a search with many matches. */
async function rankedResults(service: Service, caller: Caller, plan: Plan): Promise<ReadonlyMap<ItemView, number>> {
  const ranked = new Map<ItemView, number>();
  if (plan.candidates.ownerIds?.length === 0) return ranked;
  const seen = new Set<string>();
  let before: string | null = null;
  for (const limit of pageLengths()) {
    const query: CandidateQuery = { ...plan.candidates, before, limit };
    const page = await service.store.read((reads) => candidatesOf(reads, query, plan.wanted));
    const fresh = page.itemIds.filter((id) => !seen.has(id));
    for (let start = 0; start < fresh.length; start += checkedAtOnce) {
      await new Promise(setImmediate);
      const ids = fresh.slice(start, start + checkedAtOnce);
      for (const id of ids) seen.add(id);
      const some = await service.store.read((reads) => rankItems(reads, caller, ids, plan));
      for (const [view, value] of some) {
        ranked.set(view, value);
        if (ranked.size === limits.searchResults) return ranked;
      }
    }
    if (page.next === null) break;
    before = page.next;
    await new Promise(setImmediate);
  }
  return ranked;
}

/** The matches to look at in each page. A database without an order in its index finds all matches again for each page, so pages grow. */
function* pageLengths(): Generator<number> {
  let left: number = limits.searchCandidates;
  for (let length = firstPage; left > 0; length = Math.min(2 * length, longestPage)) {
    left -= length;
    yield length;
  }
}

async function rankItems(reads: MetadataReads, caller: Caller, ids: readonly string[], plan: Plan) {
  const items = (await reads.items.getMany(ids)).filter((item) => hasExtension(item, plan));
  return rank(reads, caller, await visibleItems(reads, caller, items, plan.where), plan.wanted);
}

/** The owners and the shared items to search; null: everything in the enterprise. */
async function searchedPlaces(reads: MetadataReads, caller: Caller, { scope }: Pick<Search, 'scope'>) {
  if (scope === 'enterprise_content') {
    requireAdministrator(caller);
    if (!caller.scopes.includes('enterprise_content')) {
      throw new Refusal('access_denied_insufficient_permissions', say`The token lacks the scope "enterprise_content".`);
    }
    return { ownerIds: null, sharedIds: null };
  }
  const shared = await reads.items.getMany([...(await openedBy(reads, caller.user)), ...linkedTo(caller)]);
  const ownerIds = [caller.user.id, ...shared.map(({ ownerId }) => ownerId)];
  return { ownerIds, sharedIds: new Set(shared.map(({ id }) => id)) };
}

function linkedTo({ sharedLink }: Caller): readonly string[] {
  return sharedLink === null ? [] : [sharedLink.itemId];
}

/** Folders that items must be below. The root is not a limit, since shared items appear there. */
async function ancestorsOf(
  reads: MetadataReads,
  caller: Caller,
  ids: readonly string[] | undefined,
): Promise<readonly string[] | null> {
  if (ids === undefined || ids.length === 0) return null;
  for (const id of ids) await requireItem(reads, caller, 'folder', id, 'list');
  return ids.includes('0') ? null : ids;
}

/** The relevance of each item to the caller; items that do not match are left out. Without a query all are equal. */
async function rank(
  reads: MetadataReads,
  caller: Caller,
  views: readonly ItemView[],
  { alternatives, fields }: Wanted,
): Promise<ReadonlyMap<ItemView, number>> {
  if (alternatives === null) return new Map(views.map((view) => [view, 1]));
  const reader = { caller, now: reads.now() };
  const looks = views.map((view): Look => {
    const readable = new Set(fields.filter((field) => mayReveal(revealedByField[field], view, reader)));
    return { view, fields: readable, value: sumOf(alternatives, textsOf(view.item), readable) };
  });
  const excludes = alternatives.some(({ none }) => none.length > 0);
  // Contents and comments are read only for files that nothing else matches.
  const open = looks.filter(({ view, value }) => view.item.kind === 'file' && (value === 0 || excludes));
  const valueOf = await valuesInFiles(reads, open, { alternatives, excludes });
  const ranked = new Map<ItemView, number>();
  for (const look of looks) {
    const value = valueOf.get(look) ?? look.value;
    if (value > 0) ranked.set(look.view, value);
  }
  return ranked;
}

/** An item, what the caller may search of it, and its relevance by its own words. */
interface Look {
  readonly view: ItemView;
  readonly fields: ReadonlySet<WordField>;
  readonly value: number;
}

/** The data about an item that a match on a field reveals. */
const revealedByField: Readonly<Record<WordField, Revealed>> = {
  name: 'metadata',
  description: 'metadata',
  tags: 'metadata',
  comments: 'comments',
  content: 'preview',
};

/** The relevance of files by all that the caller may search of them. */
async function valuesInFiles(
  reads: MetadataReads,
  looks: readonly Look[],
  { alternatives, excludes }: { readonly alternatives: readonly Alternative[]; readonly excludes: boolean },
): Promise<ReadonlyMap<Look, number>> {
  const ids = looks.filter(({ fields }) => fields.has('content')).map(({ view }) => view.item.id);
  const contentHas = await contentsOf(reads, ids, alternatives);
  const values = new Map<Look, number>();
  for (const look of looks) {
    const { item } = look.view;
    const byContent = sumOf(alternatives, textsOf(item, { contentHas: contentHas(item.id) }), look.fields);
    const needsComments = look.fields.has('comments') && (byContent === 0 || excludes);
    const comments = needsComments ? await reads.comments.latest(item.id, commentsRead) : [];
    const texts = textsOf(item, { comments: comments.map(plainMessage), contentHas: contentHas(item.id) });
    values.set(look, needsComments ? sumOf(alternatives, texts, look.fields) : byContent);
  }
  return values;
}

/** Maximum comments of one file to check for a phrase. */
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
