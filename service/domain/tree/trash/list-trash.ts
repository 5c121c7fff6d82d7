import type { Item, ItemsByMarker, ItemsByOffset } from '../../../../contract/resources/items/item-collection.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import type { ItemView } from '../../access/item-access.ts';
import { readMarker, writeMarker } from '../../kernel/paging/item-marker.ts';
import { answerViews } from '../../representation/items/present-views.ts';
import type { Caller, Service } from '../../service.ts';
import type { MarkerRequest, OffsetRequest } from '../folders/page-of-items.ts';

/** Input of `listTrash`: one of the two forms of paging. */
export type ListTrash = ({ readonly form: 'offset' } & OffsetRequest) | ({ readonly form: 'marker' } & MarkerRequest);

/** Lists items of the caller that were trashed themselves, not those below a trashed folder. */
export async function listTrash(
  service: Service,
  caller: Caller,
  page: ListTrash,
): Promise<ItemsByOffset | ItemsByMarker> {
  return service.store.read(async (reads) =>
    page.form === 'offset' ? byOffset(service, reads, caller, page) : byMarker(service, reads, caller, page),
  );
}

async function byOffset(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  request: OffsetRequest,
): Promise<ItemsByOffset> {
  const { sort = 'name', direction = 'ASC', offset, limit, fields } = request;
  const items = await reads.items.listTrash(caller.user.id, { sort, direction, offset, limit });
  const total_count = await reads.items.countTrash(caller.user.id);
  const entries = await presentEntries(service, reads, caller, items, fields);
  const order = [
    { by: 'type', direction: 'ASC' },
    { by: sort, direction },
  ];
  return { total_count, limit, offset, order, entries };
}

async function byMarker(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  request: MarkerRequest,
): Promise<ItemsByMarker> {
  const { sort = 'id', direction = 'ASC', marker, limit, fields } = request;
  const listing = { list: `trash of ${caller.user.id}`, sort, direction };
  const after = readMarker(service.settings.markerKey, listing, marker);
  const found = await reads.items.listTrashAfter(caller.user.id, { sort, direction, after, limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  const next = last ? writeMarker(service.settings.markerKey, listing, reads.items.cursorOf(last, sort)) : null;
  return { limit, next_marker: next, entries: await presentEntries(service, reads, caller, items, fields) };
}

async function presentEntries(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  items: readonly ItemRecord[],
  fields: readonly string[] | undefined,
): Promise<Item[]> {
  const access = { role: 'owner' as const, sharedItemId: null, status: caller.user.status };
  const views: ItemView[] = [];
  // The mini form shows no path.
  for (const item of items) {
    views.push({ item, ancestors: fields === undefined ? [] : await reads.items.ancestors(item), access });
  }
  return answerViews(service, reads, caller, views, { fields, whenAbsent: 'mini' });
}
