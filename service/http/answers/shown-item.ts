import { fieldSelection, selectFields } from '../../../contract/fields.ts';
import { dispositionsOf } from '../../domain/governance/retention/dispositions.ts';
import { notedOfItems } from '../../domain/representation/notes/noted-of-items.ts';
import type { HandlerContext } from '../handlers.ts';

interface Shown {
  readonly type: string;
  readonly id: string;
}

/**
 * A file or folder with the requested or the standard fields. Notes (`comment_count`, `metadata.{scope}.{template}`,
 * `classification`) are looked up only if requested.
 */
export async function shownItem<Item extends Shown>(
  item: Item,
  fields: readonly string[] | undefined,
  { service, caller }: Pick<HandlerContext, 'service' | 'caller'>,
): Promise<Item> {
  if (fields === undefined) return selectFields(item, fields);
  const noted = await notedOfItems(service, caller, [item.id], fields);
  const retained = await dispositionsOf(service, [item.id], fields);
  return selectFields({ ...item, ...noted.get(item.id), ...retained.get(item.id) }, fields);
}

/** The same for many items at once. */
export async function shownItems<Item extends Shown>(
  items: readonly Item[],
  fields: readonly string[] | undefined,
  { service, caller }: Pick<HandlerContext, 'service' | 'caller'>,
): Promise<readonly Item[]> {
  const ids = items.map(({ id }) => id);
  const noted = await notedOfItems(service, caller, ids, fields);
  const retained = await dispositionsOf(service, ids, fields);
  return items.map(selected(fields, 'standard', noted, retained));
}

/** A page whose entries stay in mini form, or get the fields that `fields` selects (the interface's 2.1). */
export async function withShownEntries<Page extends { readonly entries: readonly Shown[] }>(
  page: Page,
  fields: readonly string[] | undefined,
  { service, caller }: Pick<HandlerContext, 'service' | 'caller'>,
): Promise<Page> {
  if (fields === undefined) return page;
  const ids = page.entries.map(({ id }) => id);
  const noted = await notedOfItems(service, caller, ids, fields);
  const retained = await dispositionsOf(service, ids, fields);
  return { ...page, entries: page.entries.map(selected(fields, 'mini', noted, retained)) };
}

type Further = ReadonlyMap<string, object>;

/** Selects the fields of an item, with those looked up for it. Most requests name no field that is looked up. */
function selected(
  fields: readonly string[] | undefined,
  whenAbsent: 'standard' | 'mini',
  noted: Further,
  retained: Further,
): <Item extends Shown>(item: Item) => Item {
  const select = fieldSelection(fields, whenAbsent);
  if (noted.size === 0 && retained.size === 0) return select;
  return (item) => select({ ...item, ...noted.get(item.id), ...retained.get(item.id) });
}
