import { limits } from '../../../../contract/rules/limits.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import { readPages } from '../../../api/read-pages.ts';
import type { RemoteEntry } from '../../model/entry.ts';
import type { ItemId } from '../../model/ids.ts';
import { RemoteError } from '../../ports/remote/remote.ts';
import { ENTRY_FIELDS, type ListedItem } from './entry-form.ts';
import { listFolderItems } from './entry-operations.ts';
import { isNotThere, remoteError } from './refusal.ts';
import { PAGE_LIMIT, remoteEntry } from './remote-entry.ts';

/**
 * Lists one folder completely or not at all (edge case 94). Offset paging returns a total, so its pages can be fetched in
 * parallel and checked. If they don't add up or don't join (a change shifted them, or there are more items than offsets can reach),
 * marker paging, which changes don't shift, is used and checked against the count too. The format lets a count be higher than the number of
 * items, so a shorter list counts if a second one is the same, unless it is empty.
 */
export async function listFolder(
  client: ApiClient,
  folder: ItemId,
  signal: AbortSignal | undefined,
): Promise<readonly RemoteEntry[] | null> {
  try {
    const items = (await listByOffset(client, folder, signal)) ?? (await listByMarker(client, folder, signal));
    return items.flatMap(({ entry }) => entry ?? []);
  } catch (error) {
    if (isNotThere(error)) return null;
    throw remoteError(error);
  }
}

/** One item kept while the rest is listed; `entry` is null for items that don't sync. */
type Listed = { readonly key: string; readonly entry: RemoteEntry | null };

/** Needing more parallel pages than this means the service returns tiny ones; marker paging reads them one by one. */
const MAX_PAGES_AT_ONCE = 100;

/**
 * Each page begins with the last item of the page before: a delete in front and a new item behind shift the pages and leave the
 * count as it is. Null: the pages don't join or don't match the count, or offsets don't reach far enough.
 */
async function listByOffset(
  client: ApiClient,
  folder: ItemId,
  signal: AbortSignal | undefined,
): Promise<readonly Listed[] | null> {
  const first = await offsetPage(client, folder, { offset: 0, limit: PAGE_LIMIT, signal });
  // The limit in the answer may be lower than requested. Pages of one item leave no room to join.
  const stride = first.limit - 1;
  const pageCount = first.total_count <= 1 ? 1 : Math.ceil((first.total_count - 1) / stride);
  if (pageCount > MAX_PAGES_AT_ONCE || (pageCount - 1) * stride > limits.pageOffset) return null;
  const offsets: number[] = [];
  for (let page = 1; page < pageCount; page++) offsets.push(page * stride);
  const pages = await Promise.all(
    offsets.map((offset) => offsetPage(client, folder, { offset, limit: first.limit, signal })),
  );
  const all = [first, ...pages].map(({ entries }) => entries.map((item) => listed(item, folder)));
  const doJoin = all.every((page, index) => index === 0 || page[0]?.key === all[index - 1]?.at(-1)?.key);
  const items = distinct(all.flat());
  const agree = pages.every((page) => page.total_count === first.total_count);
  return doJoin && agree && items.length === first.total_count ? items : null;
}

/** How much the count may grow while the folder is listed. */
const GROWTH = 10_000;

async function listByMarker(
  client: ApiClient,
  folder: ItemId,
  signal: AbortSignal | undefined,
): Promise<readonly Listed[]> {
  const before = await countItems(client, folder, signal);
  const maxEntries = Math.min(before + GROWTH, limits.listedEntries);
  const found = await markerPages(client, folder, { maxEntries, signal });
  // A changing folder changes the count too: accept no less than the smaller of the counts before and after.
  const after = found.length === before ? before : await countItems(client, folder, signal);
  const counted = Math.min(before, after);
  if (found.length >= counted) return found;
  const again = found.length === 0 ? [] : await markerPages(client, folder, { maxEntries, signal });
  if (found.length === 0 || !sameItems(found, again)) throw incomplete(folder, found.length, counted);
  return again;
}

type MarkerQuery = { readonly maxEntries: number; readonly signal: AbortSignal | undefined };

async function markerPages(
  client: ApiClient,
  folder: ItemId,
  { maxEntries, signal }: MarkerQuery,
): Promise<readonly Listed[]> {
  const items = await readPages({
    what: `folder ${folder}`,
    maxEntries,
    read: async (at) => {
      const query = { fields: ENTRY_FIELDS, limit: PAGE_LIMIT, usemarker: true, ...(at !== null && { marker: at }) };
      const { body } = await client.call(listFolderItems, { params: { folder_id: folder }, query }, { signal });
      const next = 'next_marker' in body ? body.next_marker || null : null;
      return { entries: body.entries.map((item) => listed(item, folder)), next };
    },
  });
  return distinct(items);
}

function sameItems(one: readonly Listed[], other: readonly Listed[]): boolean {
  const keys = new Set(one.map(({ key }) => key));
  return one.length === other.length && other.every(({ key }) => keys.has(key));
}

async function countItems(client: ApiClient, folder: ItemId, signal: AbortSignal | undefined): Promise<number> {
  return (await offsetPage(client, folder, { offset: 0, limit: 1, signal })).total_count;
}

type OffsetQuery = { readonly offset: number; readonly limit: number; readonly signal: AbortSignal | undefined };

async function offsetPage(client: ApiClient, folder: ItemId, { offset, limit, signal }: OffsetQuery) {
  const query = { fields: ENTRY_FIELDS, limit, offset };
  const { body } = await client.call(listFolderItems, { params: { folder_id: folder }, query }, { signal });
  if ('total_count' in body) return body;
  throw new RemoteError('unexpected', `The service listed folder ${folder} without a count.`);
}

function listed(item: ListedItem, folder: ItemId): Listed {
  return { key: `${item.type} ${item.id}`, entry: item.type === 'other' ? null : remoteEntry(item, folder) };
}

function distinct(items: readonly Listed[]): readonly Listed[] {
  return [...new Map(items.map((item) => [item.key, item])).values()];
}

function incomplete(folder: ItemId, listed: number, counted: number): RemoteError {
  return new RemoteError('unavailable', `The service listed ${listed} of the ${counted} items of folder ${folder}.`);
}
