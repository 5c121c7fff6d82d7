import { fieldSelection } from '../../../../contract/fields.ts';
import type { Item } from '../../../../contract/resources/items/item-collection.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import type { ItemView } from '../../access/item-access.ts';
import { asShown } from '../../access/shown-name.ts';
import { presentMini } from '../../kernel/mini.ts';
import type { Caller, Service } from '../../service.ts';
import { gatherPeople, peopleOf } from '../people.ts';
import { collaboratedItems } from '../sharing/collaboration.ts';
import { gatherLinks } from '../sharing/shared-link.ts';
import { expectedPurges, noPurges } from './expected-purges.ts';
import { presentItem } from './item.ts';
import { lookedUpFields } from './looked-up-fields.ts';

/**
 * The entries of a list of items from anywhere, each as the caller may see it: with `fields`, the mini form and the fields that a request for
 * the item would answer; without, the standard fields, or the mini form (`whenAbsent`).
 */
export async function answerViews(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  views: readonly ItemView[],
  { fields, whenAbsent }: { readonly fields: readonly string[] | undefined; readonly whenAbsent: 'standard' | 'mini' },
): Promise<Item[]> {
  if (fields === undefined && whenAbsent === 'mini') return views.map((view) => presentMini(asShown(view).item));
  const people = await gatherPeople(
    reads,
    views.flatMap(({ item }) => peopleOf(item)),
    [caller.user],
  );
  const links = await gatherLinks(
    service,
    reads,
    views.flatMap(({ item, ancestors }) => [...ancestors.map(({ id }) => id), item.id]),
  );
  const collaborations = await reads.collaborations.listOfItems(views.map(({ item }) => item.id));
  const collaborated = collaboratedItems(collaborations);
  const further = await lookedUpFields(service, reads, caller, views, fields);
  // No query for lists that do not show it.
  const purges = fields?.includes('purged_at') === false ? noPurges : await expectedPurges(service, reads, views);
  const presentation = { caller, people, purges, now: reads.now(), collaborated, links };
  const select = fieldSelection(fields, whenAbsent);
  return views.map((view) => select<Item>({ ...presentItem(view, presentation), ...further.get(view.item.id) }));
}
