import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { accessTo, type ItemView } from '../../access/item-access.ts';
import type { Caller, Service } from '../../service.ts';
import { type NotedFields, namesNoted, notedFields } from './noted-fields.ts';

/** The notes on these items that the caller may see and `fields` selects; no query if it selects none. */
export async function notedOfItems(
  service: Service,
  caller: Caller,
  itemIds: readonly string[],
  fields: readonly string[] | undefined,
): Promise<ReadonlyMap<string, NotedFields>> {
  if (!namesNoted(fields)) return new Map();
  return service.store.read(async (reads) => {
    return notedFields(service, reads, caller, await viewsOf(reads, caller, itemIds), fields);
  });
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
