import { fieldSelection } from '../../../../contract/fields.ts';
import type { Item, ItemsByMarker, ItemsByOffset } from '../../../../contract/resources/items/item-collection.ts';
import type {
  ChildrenQuery,
  FolderRecord,
  ItemCursor,
  ItemRecord,
  ItemSort,
  OffsetPage,
  SortDirection,
} from '../../../ports/metadata/items/items.ts';
import type { CollaborationRecord } from '../../../ports/metadata/sharing/collaborations.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { type Access, accessTo, type ItemView } from '../../access/item-access.ts';
import { allows, combinedRole } from '../../access/permissions/rights.ts';
import { ofPerson } from '../../access/persons-of.ts';
import { sharedItems } from '../../access/shared-with.ts';
import { presentMini } from '../../kernel/mini.ts';
import { type MarkedList, readMarker, writeMarker } from '../../kernel/paging/item-marker.ts';
import { together } from '../../kernel/work/together.ts';
import { entryWriter, isWritable } from '../../representation/items/entry-text.ts';
import { noPurges } from '../../representation/items/expected-purges.ts';
import { presentItem } from '../../representation/items/item.ts';
import { answerViews } from '../../representation/items/present-views.ts';
import { gatherPeople, peopleOf } from '../../representation/people.ts';
import { collaboratedItems } from '../../representation/sharing/collaboration.ts';
import { gatherLinks } from '../../representation/sharing/shared-link.ts';
import type { Caller, Service } from '../../service.ts';

/** The second sort key of a listing, after the kind. */
export interface ItemOrder {
  readonly sort?: ItemSort | undefined;
  readonly direction?: SortDirection | undefined;
}

/** With `fields`, entries are built in full, so that any field can be selected; otherwise they are mini. */
export interface ItemShape {
  readonly fields: readonly string[] | undefined;
}

export type OffsetRequest = ItemOrder & ItemShape & { readonly offset: number; readonly limit: number };
export type MarkerRequest = ItemOrder & ItemShape & { readonly marker: string | undefined; readonly limit: number };

/** A folder whose items the caller may list. */
export interface FolderListing {
  readonly service: Service;
  readonly reads: MetadataReads;
  readonly caller: Caller;
  readonly view: ItemView<FolderRecord>;
}

/** A page of a folder's items by offset; sorted by name by default. */
export async function pageOfItems(listing: FolderListing, request: OffsetRequest): Promise<ItemsByOffset> {
  const { reads, view } = listing;
  const { sort = 'name', direction = 'ASC', offset, limit } = request;
  const query = { folderId: view.item.id, alsoItems: await alsoIn(listing) };
  const page = { sort, direction, offset, limit };
  const [entries, total] = await together([
    entriesByOffset(listing, { query, page, fields: request.fields }),
    reads.items.countChildren(query),
  ]);
  return { total_count: total, limit, offset, order: orderOf(sort, direction), entries };
}

/**
 * The same page as JSON in UTF-8, which costs a fraction of its objects; null if its entries can't be written as text: those from elsewhere,
 * or with fields that are rare or that others than the owner see differently.
 */
export async function textOfItems(listing: FolderListing, request: OffsetRequest): Promise<Uint8Array | null> {
  const { reads, view } = listing;
  if (!(await isWritten(listing, request))) return null;
  const { sort = 'name', direction = 'ASC', offset, limit, fields } = request;
  const [query, page] = [ownItemsOf(listing), { sort, direction, offset, limit }];
  const [entries, total] = await together([
    fields === undefined
      ? reads.items.miniText(view.item.id, page)
      : reads.items.listChildren(query, page).then((items) => writtenEntries(listing, items, fields)),
    reads.items.countChildren(query),
  ]);
  return withEntries({ total_count: total, limit, offset, order: orderOf(sort, direction) }, entries);
}

/** A page after a marker as JSON in UTF-8; null as above. */
export async function textOfItemsAfter(listing: FolderListing, request: MarkerRequest): Promise<Uint8Array | null> {
  const { service, reads, view } = listing;
  if (!(await isWritten(listing, request))) return null;
  const { sort = 'id', direction = 'ASC', marker, limit, fields } = request;
  const marked = { list: view.item.id, sort, direction };
  const after = readMarker(service.settings.markerKey, marked, marker);
  if (fields !== undefined) {
    const part = { marked, query: ownItemsOf(listing), after, limit };
    const written = (items: readonly ItemRecord[]) => writtenEntries(listing, items, fields);
    const { entries, next_marker } = await itemsAfter(listing, part, written);
    return withEntries({ limit, next_marker }, entries);
  }
  const { text, lastId } = await reads.items.miniTextAfter(view.item.id, { sort, direction, after, limit });
  const last = lastId === null ? null : await reads.items.get(lastId);
  return withEntries({ limit, next_marker: last && markerAfter(listing, marked, last) }, text);
}

function withEntries(head: object, entries: Uint8Array | string): Uint8Array {
  const before = `${JSON.stringify(head).slice(0, -1)},"entries":[`;
  if (typeof entries === 'string') return Buffer.from(`${before}${entries}]}`);
  return Buffer.concat([Buffer.from(before), entries, Buffer.from(']}')]);
}

async function isWritten(listing: FolderListing, { fields }: ItemShape): Promise<boolean> {
  const isOwner = listing.view.access.role === 'owner';
  if (fields !== undefined && !(isOwner && isWritable(fields))) return false;
  return (await alsoIn(listing)).length === 0;
}

const ownItemsOf = ({ view }: FolderListing): ChildrenQuery => ({ folderId: view.item.id, alsoItems: [] });

async function writtenEntries(
  listing: FolderListing,
  items: readonly ItemRecord[],
  fields: readonly string[],
): Promise<string> {
  const { view } = listing;
  const { ancestors, presentation } = await presentationOf(listing, items, fields);
  const write = entryWriter({ ancestors, access: view.access }, presentation, fields);
  let text = '';
  for (const item of items) text += text === '' ? write(item) : `,${write(item)}`;
  return text;
}

async function entriesByOffset(
  listing: FolderListing,
  { query, page, fields }: ItemShape & { readonly query: ChildrenQuery; readonly page: OffsetPage },
): Promise<Item[]> {
  const { reads } = listing;
  if (fields !== undefined) {
    return presentEntries(listing, await reads.items.listChildren(query, page), fields);
  }
  return (await reads.items.listMinis(query, page)).map(presentMini);
}

/** A page of a folder's items after a marker; sorted by id by default, so that a rename never moves an item across the marker. */
export async function pageOfItemsAfter(listing: FolderListing, request: MarkerRequest): Promise<ItemsByMarker> {
  const { service, reads, view } = listing;
  const { sort = 'id', direction = 'ASC', marker, limit } = request;
  const marked = { list: view.item.id, sort, direction };
  const after = readMarker(service.settings.markerKey, marked, marker);
  const query = { folderId: view.item.id, alsoItems: await alsoIn(listing) };
  const { fields } = request;
  if (fields === undefined) {
    // One extra item tells whether there is a next page.
    const found = await reads.items.listMinisAfter(query, { sort, direction, after, limit: limit + 1 });
    const next_marker = await markerBehind(listing, marked, { found, limit });
    return { limit, next_marker, entries: found.slice(0, limit).map(presentMini) };
  }
  const presented = (items: readonly ItemRecord[]) => presentEntries(listing, items, fields);
  return { limit, ...(await itemsAfter(listing, { marked, query, after, limit }, presented)) };
}

interface PartAfter {
  readonly marked: MarkedList;
  readonly query: ChildrenQuery;
  readonly after: ItemCursor | null;
  readonly limit: number;
}

/** The whole items after a cursor in another form, and the marker of the next ones. */
async function itemsAfter<Entries>(
  listing: FolderListing,
  { marked, query, after, limit }: PartAfter,
  formed: (items: readonly ItemRecord[]) => Promise<Entries>,
): Promise<{ readonly next_marker: string | null; readonly entries: Entries }> {
  const { reads } = listing;
  const { sort, direction } = marked;
  const found = await reads.items.listChildrenAfter(query, { sort, direction, after, limit: limit + 1 });
  const [entries, next_marker] = await together([
    formed(found.slice(0, limit)),
    markerBehind(listing, marked, { found, limit }),
  ]);
  return { next_marker, entries };
}

/** The marker after a page that was read with one extra item; null without one. */
async function markerBehind(
  listing: FolderListing,
  marked: MarkedList,
  { found, limit }: { readonly found: readonly Pick<ItemRecord, 'id' | 'name'>[]; readonly limit: number },
): Promise<string | null> {
  const last = found.length > limit ? found[limit - 1] : undefined;
  const item = last === undefined ? null : await listing.reads.items.get(last.id);
  // By the name that it has in the listing.
  return item && last ? markerAfter(listing, marked, { ...item, name: last.name }) : null;
}

function markerAfter({ service, reads }: FolderListing, marked: MarkedList, item: ItemRecord): string {
  return writeMarker(service.settings.markerKey, marked, reads.items.cursorOf(item, marked.sort));
}

function orderOf(sort: ItemSort, direction: SortDirection) {
  return [
    { by: 'type', direction: 'ASC' },
    { by: sort, direction },
  ];
}

/** A root shows items from elsewhere too, and some of them under other names. */
async function alsoIn({ reads, caller, view }: FolderListing): Promise<ChildrenQuery['alsoItems']> {
  if (view.item.parentId !== null) return [];
  return (await sharedItems(reads, caller.user)).map(({ item, name }) => ({ id: item.id, name }));
}

async function presentEntries(
  listing: FolderListing,
  items: readonly ItemRecord[],
  fields: readonly string[],
): Promise<Item[]> {
  const { reads, caller, view } = listing;
  const inside = items.filter(({ parentId }) => parentId === view.item.id);
  const fromElsewhere = await answerFromElsewhere(listing, items, fields);
  const gathered = await presentationOf(listing, inside, fields);
  const { ancestors, collaborations, presentation } = gathered;
  const own = view.access.role === 'owner' ? [] : await ofPerson(reads, caller.user.id, collaborations);
  // Selected at once: a long list of whole items would outlive several collections of young objects.
  const select = fieldSelection(fields, 'mini');
  const entries: Item[] = [];
  for (const item of items) {
    const itemView = { item, ancestors, access: accessInside(view.access, item, own) };
    entries.push(fromElsewhere.get(item.id) ?? select<Item>(presentItem(itemView, presentation)));
  }
  return entries;
}

/** The entries of a root that others share with its user, by item id: each has parent folders of its own, and is answered as if alone. */
async function answerFromElsewhere(
  listing: FolderListing,
  items: readonly ItemRecord[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, Item>> {
  const { service, reads, caller, view } = listing;
  const views: ItemView[] = [];
  for (const item of items) {
    if (item.parentId !== view.item.id) views.push(await sharedView(listing, item));
  }
  if (views.length === 0) return new Map();
  const answers = await answerViews(service, reads, caller, views, { fields, whenAbsent: 'mini' });
  return new Map(
    views.flatMap(({ item }, index) => {
      const answer = answers[index];
      return answer === undefined ? [] : [[item.id, answer] as const];
    }),
  );
}

/** The data for presenting the entries of a folder. */
async function presentationOf(listing: FolderListing, items: readonly ItemRecord[], fields: readonly string[]) {
  const { service, reads, caller, view } = listing;
  const ancestors = [...view.ancestors, view.item];
  const showsLinks = fields.some((field) => field === 'shared_link' || field === 'is_accessible_via_shared_link');
  const [people, collaborations, links] = await together([
    gatherPeople(reads, items.flatMap(peopleOf), [caller.user]),
    collaborationsOf(listing, items, fields),
    gatherLinks(service, reads, showsLinks ? [...ancestors, ...items].map(({ id }) => id) : []),
  ]);
  const collaborated = collaboratedItems(collaborations);
  // The values of the mini form are there whether they are named or not.
  const selected = new Set(fields);
  const presentation = { caller, people, purges: noPurges, now: reads.now(), collaborated, links, selected };
  return { ancestors, collaborations, presentation };
}

/** The collaborations on the items themselves, if needed: for non-owners, or if `fields` includes them. */
async function collaborationsOf(
  { reads, view }: FolderListing,
  items: readonly ItemRecord[],
  fields: readonly string[],
): Promise<readonly CollaborationRecord[]> {
  if (view.access.role === 'owner' && !fields.includes('has_collaborations')) return [];
  return reads.collaborations.listOfItems(items.map((item) => item.id));
}

/** An owner owns everything below. For others, an item inside may be shared separately with another role. */
function accessInside(access: Access, item: ItemRecord, own: readonly CollaborationRecord[]): Access {
  if (own.length === 0) return access;
  const roles = own.filter(({ itemId }) => itemId === item.id).map(({ role }) => role);
  const role = roles.reduce<Access['role']>(combinedRole, access.role);
  const organisesFrom = access.organisesFrom ?? (roles.some((one) => allows(one, 'organise')) ? item.id : undefined);
  return { ...access, role, ...(organisesFrom === undefined ? {} : { organisesFrom }) };
}

async function sharedView({ reads, caller }: FolderListing, item: ItemRecord): Promise<ItemView> {
  const ancestors = await reads.items.ancestors(item);
  const access = await accessTo(reads, caller, item, ancestors);
  return { item, ancestors, access: access ?? { role: 'uploader', sharedItemId: item.id } };
}
