import { rootFolderId } from '../../../../contract/resources/ids.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { accessTo, type ItemView } from '../../access/item-access.ts';
import type { Caller, Service } from '../../service.ts';
import { type NotedFields, namesNoted, notedFields } from '../notes/noted-fields.ts';
import { type DispositionField, dispositionsOf, namesDisposition } from './dispositions.ts';

/** The fields of items that are looked up elsewhere, and only if a request names them, by item id. */
export type LookedUpFields = ReadonlyMap<string, NotedFields & Partial<DispositionField>>;

/** Those of these views that `fields` selects and the caller may see. */
export async function lookedUpFields(
  service: Pick<Service, 'settings'>,
  reads: MetadataReads,
  caller: Caller,
  views: readonly ItemView[],
  fields: readonly string[] | undefined,
): Promise<LookedUpFields> {
  if (!isLookedUp(fields)) return new Map();
  const noted = await notedFields(service, reads, caller, views, fields);
  const items = views.map(({ item }) => item);
  const retained = await dispositionsOf(reads, items, fields);
  return new Map(items.map(({ id }) => [id, { ...noted.get(id), ...retained.get(id) }]));
}

/** The same of items that the caller has read before; no query if `fields` selects none. */
export async function lookedUpOfItems(
  service: Service,
  caller: Caller,
  itemIds: readonly string[],
  fields: readonly string[] | undefined,
): Promise<LookedUpFields> {
  if (!isLookedUp(fields)) return new Map();
  const recordId = (id: string) => (id === rootFolderId ? caller.user.rootId : id);
  return service.store.read(async (reads) => {
    const views = await viewsOf(reads, caller, itemIds.map(recordId));
    const found = await lookedUpFields(service, reads, caller, views, fields);
    return new Map(itemIds.map((id) => [id, found.get(recordId(id)) ?? {}]));
  });
}

function isLookedUp(fields: readonly string[] | undefined): boolean {
  return namesNoted(fields) || namesDisposition(fields);
}

async function viewsOf(reads: MetadataReads, caller: Caller, itemIds: readonly string[]): Promise<ItemView[]> {
  const views: ItemView[] = [];
  for (const item of await reads.items.getMany(itemIds)) {
    const ancestors = await reads.items.ancestors(item);
    const access = await accessTo(reads, caller, item, ancestors);
    if (access) views.push({ item, ancestors, access });
  }
  return views;
}
