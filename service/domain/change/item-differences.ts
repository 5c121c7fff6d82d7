import type { ItemRecord } from '../../ports/metadata/items/items.ts';
import type { EventDetails, ItemSnapshot } from '../../ports/metadata/streams/events.ts';
import { presentAncestor } from '../kernel/mini.ts';
import type { ItemEventContext } from './change.ts';

/** The details of a rename or a move for administrators and webhooks: names and locations before and after. */
export function differencesOf(before: ItemSnapshot, after: ItemSnapshot): ItemEventContext {
  const names = namesOf(before.item, after.item);
  if (before.item.parentId === after.item.parentId) return names;
  const locations = { old_parent_id: parentId(before), new_parent_id: parentId(after) };
  return { details: { ...names.details, ...locations }, before };
}

/** The details of a rename for administrators and webhooks, which may come with a new version or a restore: both names. */
export function namesOf(before: ItemRecord, after: ItemRecord): Pick<ItemEventContext, 'details'> {
  return before.name === after.name ? {} : { details: { old_name: before.name, new_name: after.name } };
}

/** True for the details of a rename, alone or with another change. */
export function isRename(details: EventDetails = {}): boolean {
  return 'old_name' in details;
}

function parentId({ ancestors }: ItemSnapshot): string | null {
  const parent = ancestors.at(-1);
  return parent === undefined ? null : presentAncestor(parent).id;
}
