import type { Item } from '../../../../contract/resources/items/item-collection.ts';
import { answerViews } from '../../representation/items/present-views.ts';
import type { Caller, Service } from '../../service.ts';
import { type FoundItems, type Search, search } from './search.ts';

/** The results of a search, in full or with the requested fields. */
export async function searchItems(
  service: Service,
  caller: Caller,
  request: Search,
  fields: readonly string[] | undefined,
): Promise<Pick<FoundItems, 'total' | 'linked'> & { readonly entries: Item[] }> {
  const { total, views, linked } = await search(service, caller, request);
  const answer = { fields, whenAbsent: 'standard' } as const;
  const entries = await service.store.read((reads) => answerViews(service, reads, caller, views, answer));
  return { total, linked, entries };
}
