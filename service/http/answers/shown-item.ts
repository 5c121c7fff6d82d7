import { fieldSelection, selectFields } from '../../../contract/fields.ts';
import { type LookedUpFields, lookedUpOfItems } from '../../domain/representation/items/looked-up-fields.ts';
import type { HandlerContext } from '../handlers.ts';

interface Shown {
  readonly type: string;
  readonly id: string;
}

/**
 * A file or folder with the requested or the standard fields. Notes (`comment_count`, `metadata`, `classification`) and `disposition_at` are
 * looked up only if requested.
 */
export async function shownItem<Item extends Shown>(
  item: Item,
  fields: readonly string[] | undefined,
  { service, caller }: Pick<HandlerContext, 'service' | 'caller'>,
): Promise<Item> {
  if (fields === undefined) return selectFields(item, fields);
  const further = await lookedUpOfItems(service, caller, [item.id], fields);
  return selectFields({ ...item, ...further.get(item.id) }, fields);
}

/** The same for many items at once. */
export async function shownItems<Item extends Shown>(
  items: readonly Item[],
  fields: readonly string[] | undefined,
  { service, caller }: Pick<HandlerContext, 'service' | 'caller'>,
): Promise<readonly Item[]> {
  const ids = items.map(({ id }) => id);
  return items.map(selected(fields, 'standard', await lookedUpOfItems(service, caller, ids, fields)));
}

/** A page of a folder whose entries stay in mini form, or get the fields that `fields` selects. */
export async function withShownEntries<Page extends { readonly entries: readonly Shown[] }>(
  page: Page,
  fields: readonly string[] | undefined,
  { service, caller }: Pick<HandlerContext, 'service' | 'caller'>,
): Promise<Page> {
  if (fields === undefined) return page;
  const ids = page.entries.map(({ id }) => id);
  const further = await lookedUpOfItems(service, caller, ids, fields);
  return { ...page, entries: page.entries.map(selected(fields, 'mini', further)) };
}

/** Selects the fields of an item, with those looked up for it. Most requests name no field that is looked up. */
function selected(
  fields: readonly string[] | undefined,
  whenAbsent: 'standard' | 'mini',
  further: LookedUpFields,
): <Item extends Shown>(item: Item) => Item {
  const select = fieldSelection(fields, whenAbsent);
  if (further.size === 0) return select;
  return (item) => select({ ...item, ...further.get(item.id) });
}
