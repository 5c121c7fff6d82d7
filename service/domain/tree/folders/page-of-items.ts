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
import { together } from '../../kernel/together.ts';
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

/** A page of a folder's items by offset; sorted by name by default. */
export async function pageOfItems(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  view: ItemView<FolderRecord>,
  request: OffsetRequest,
): Promise<ItemsByOffset> {
  const { sort = 'name', direction = 'ASC', offset, limit } = request;
  const query = { folderId: view.item.id, alsoItems: await alsoIn(reads, caller, view.item) };
  const page = { sort, direction, offset, limit };
  const [entries, total] = await together([
    entriesByOffset(service, reads, caller, view, { query, page, fields: request.fields }),
    reads.items.countChildren(query),
  ]);
  return { total_count: total, limit, offset, order: orderOf(sort, direction), entries };
}

/**
 * The same page as JSON in UTF-8, which costs a fraction of its objects; null if its entries can't be written as text: those from elsewhere,
 * or with fields that are rare or that others than the owner see differently.
 */
export async function textOfItems(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  view: ItemView<FolderRecord>,
  request: OffsetRequest,
): Promise<Uint8Array | null> {
  if (!(await isWritten(reads, caller, view, request))) return null;
  const { sort = 'name', direction = 'ASC', offset, limit, fields } = request;
  const [query, page] = [ownItemsOf(view), { sort, direction, offset, limit }];
  const [entries, total] = await together([
    fields === undefined
      ? reads.items.miniText(view.item.id, page)
      : reads.items
          .listChildren(query, page)
          .then((items) => writtenEntries(service, reads, caller, view, items, fields)),
    reads.items.countChildren(query),
  ]);
  return withEntries({ total_count: total, limit, offset, order: orderOf(sort, direction) }, entries);
}

/** A page after a marker as JSON in UTF-8; null as above. */
export async function textOfItemsAfter(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  view: ItemView<FolderRecord>,
  request: MarkerRequest,
): Promise<Uint8Array | null> {
  if (!(await isWritten(reads, caller, view, request))) return null;
  const { sort = 'id', direction = 'ASC', marker, limit, fields } = request;
  const listing = { list: view.item.id, sort, direction };
  const after = readMarker(service.settings.markerKey, listing, marker);
  if (fields !== undefined) {
    const part = { listing, query: ownItemsOf(view), after, limit };
    const written = (items: readonly ItemRecord[]) => writtenEntries(service, reads, caller, view, items, fields);
    const { entries, next_marker } = await itemsAfter(service, reads, part, written);
    return withEntries({ limit, next_marker }, entries);
  }
  const { text, lastId } = await reads.items.miniTextAfter(view.item.id, { sort, direction, after, limit });
  const last = lastId === null ? null : await reads.items.get(lastId);
  return withEntries({ limit, next_marker: last && markerAfter(service, reads, listing, last) }, text);
}

function withEntries(head: object, entries: Uint8Array | string): Uint8Array {
  const before = `${JSON.stringify(head).slice(0, -1)},"entries":[`;
  if (typeof entries === 'string') return Buffer.from(`${before}${entries}]}`);
  return Buffer.concat([Buffer.from(before), entries, Buffer.from(']}')]);
}

async function isWritten(
  reads: MetadataReads,
  caller: Caller,
  { item, access }: ItemView<FolderRecord>,
  { fields }: ItemShape,
): Promise<boolean> {
  if (fields !== undefined && !(access.role === 'owner' && isWritable(fields))) return false;
  return (await alsoIn(reads, caller, item)).length === 0;
}

const ownItemsOf = ({ item }: ItemView<FolderRecord>): ChildrenQuery => ({ folderId: item.id, alsoItems: [] });

async function writtenEntries(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  view: ItemView<FolderRecord>,
  items: readonly ItemRecord[],
  fields: readonly string[],
): Promise<string> {
  const { ancestors, presentation } = await presentationOf(service, reads, caller, view, items, fields);
  const write = entryWriter({ ancestors, access: view.access }, presentation, fields);
  let text = '';
  for (const item of items) text += text === '' ? write(item) : `,${write(item)}`;
  return text;
}

async function entriesByOffset(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  view: ItemView<FolderRecord>,
  { query, page, fields }: ItemShape & { readonly query: ChildrenQuery; readonly page: OffsetPage },
): Promise<Item[]> {
  if (fields !== undefined) {
    return presentEntries(service, reads, caller, view, await reads.items.listChildren(query, page), fields);
  }
  return (await reads.items.listMinis(query, page)).map(presentMini);
}

/** A page of a folder's items after a marker; sorted by id by default, so that a rename never moves an item across the marker. */
export async function pageOfItemsAfter(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  view: ItemView<FolderRecord>,
  request: MarkerRequest,
): Promise<ItemsByMarker> {
  const { sort = 'id', direction = 'ASC', marker, limit } = request;
  const listing = { list: view.item.id, sort, direction };
  const after = readMarker(service.settings.markerKey, listing, marker);
  const query = { folderId: view.item.id, alsoItems: await alsoIn(reads, caller, view.item) };
  const { fields } = request;
  if (fields === undefined) {
    // One extra item tells whether there is a next page.
    const found = await reads.items.listMinisAfter(query, { sort, direction, after, limit: limit + 1 });
    const next_marker = await markerBehind(service, reads, listing, { found, limit });
    return { limit, next_marker, entries: found.slice(0, limit).map(presentMini) };
  }
  const presented = (items: readonly ItemRecord[]) => presentEntries(service, reads, caller, view, items, fields);
  return { limit, ...(await itemsAfter(service, reads, { listing, query, after, limit }, presented)) };
}

interface PartAfter {
  readonly listing: MarkedList;
  readonly query: ChildrenQuery;
  readonly after: ItemCursor | null;
  readonly limit: number;
}

/** The whole items after a cursor in another form, and the marker of the next ones. */
async function itemsAfter<Entries>(
  service: Service,
  reads: MetadataReads,
  { listing, query, after, limit }: PartAfter,
  formed: (items: readonly ItemRecord[]) => Promise<Entries>,
): Promise<{ readonly next_marker: string | null; readonly entries: Entries }> {
  const { sort, direction } = listing;
  const found = await reads.items.listChildrenAfter(query, { sort, direction, after, limit: limit + 1 });
  const [entries, next_marker] = await together([
    formed(found.slice(0, limit)),
    markerBehind(service, reads, listing, { found, limit }),
  ]);
  return { next_marker, entries };
}

/** The marker after a page that was read with one extra item; null without one. */
async function markerBehind(
  service: Service,
  reads: MetadataReads,
  listing: MarkedList,
  { found, limit }: { readonly found: readonly Pick<ItemRecord, 'id' | 'name'>[]; readonly limit: number },
): Promise<string | null> {
  const last = found.length > limit ? found[limit - 1] : undefined;
  const item = last === undefined ? null : await reads.items.get(last.id);
  // By the name that it has in the listing.
  return item && last ? markerAfter(service, reads, listing, { ...item, name: last.name }) : null;
}

function markerAfter({ settings }: Service, reads: MetadataReads, listing: MarkedList, item: ItemRecord): string {
  return writeMarker(settings.markerKey, listing, reads.items.cursorOf(item, listing.sort));
}

function orderOf(sort: ItemSort, direction: SortDirection) {
  return [
    { by: 'type', direction: 'ASC' },
    { by: sort, direction },
  ];
}

/** A root shows items from elsewhere too, and some of them under other names. */
async function alsoIn(reads: MetadataReads, caller: Caller, folder: FolderRecord): Promise<ChildrenQuery['alsoItems']> {
  if (folder.parentId !== null) return [];
  return (await sharedItems(reads, caller.user)).map(({ item, name }) => ({ id: item.id, name }));
}

async function presentEntries(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  view: ItemView<FolderRecord>,
  items: readonly ItemRecord[],
  fields: readonly string[],
): Promise<Item[]> {
  const inside = items.filter(({ parentId }) => parentId === view.item.id);
  const fromElsewhere = await answerFromElsewhere(service, reads, caller, view, items, fields);
  const gathered = await presentationOf(service, reads, caller, view, inside, fields);
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
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  view: ItemView<FolderRecord>,
  items: readonly ItemRecord[],
  fields: readonly string[],
): Promise<ReadonlyMap<string, Item>> {
  const views: ItemView[] = [];
  for (const item of items) {
    if (item.parentId !== view.item.id) views.push(await sharedView(reads, caller, item));
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
async function presentationOf(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  view: ItemView<FolderRecord>,
  items: readonly ItemRecord[],
  fields: readonly string[],
) {
  const ancestors = [...view.ancestors, view.item];
  const showsLinks = fields.some((field) => field === 'shared_link' || field === 'is_accessible_via_shared_link');
  const [people, collaborations, links] = await together([
    gatherPeople(reads, items.flatMap(peopleOf), [caller.user]),
    collaborationsOf(reads, view, items, fields),
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
  reads: MetadataReads,
  view: ItemView<FolderRecord>,
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

async function sharedView(reads: MetadataReads, caller: Caller, item: ItemRecord): Promise<ItemView> {
  const ancestors = await reads.items.ancestors(item);
  const access = await accessTo(reads, caller, item, ancestors);
  return { item, ancestors, access: access ?? { role: 'uploader', sharedItemId: item.id } };
}
