import { selectFields } from '../../../../contract/fields.ts';
import type { Item } from '../../../../contract/resources/items/item-collection.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import type { ItemView } from '../../access/item-access.ts';
import type { Caller, Service } from '../../service.ts';
import { notedFields } from '../notes/noted-fields.ts';
import { gatherPeople, peopleOf } from '../people.ts';
import { gatherLinks } from '../sharing/shared-link.ts';
import { presentItem } from './item.ts';

/** Items from anywhere, each as the caller may see it, with the requested or the standard fields. */
export async function answerViews(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  views: readonly ItemView[],
  fields: readonly string[] | undefined,
): Promise<Item[]> {
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
  const collaborated = new Set(collaborations.map(({ itemId }) => itemId));
  const noted = await notedFields(service, reads, caller, views, fields);
  const { trashLifeMs } = service.settings;
  const presentation = { people, trashLifeMs, now: reads.now(), collaborated, links };
  return views.map((view) => {
    const item: Item = { ...presentItem(view, presentation), ...noted.get(view.item.id) };
    return selectFields(item, fields);
  });
}
