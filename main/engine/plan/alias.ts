import { isAlias } from '../model/alias.ts';
import { sameName } from '../model/name-key.ts';
import type { Item, Side } from './item.ts';

/** Has an item with an alias the two names that were agreed on, as far as it is there? Then nobody has renamed it (SPEC P36). */
export function keepsAlias({ row, local, remote }: Pick<Item, 'row' | 'local' | 'remote'>): boolean {
  if (!isAlias(row)) return false;
  const isHere = local === null || local.name === row.localName;
  return isHere && (remote === null || sameName(remote.name, row.remoteName));
}

/**
 * The name that an item at its place has on that side. The name that this disk would have to find first (`local-name.ts`) is
 * taken for that of the service.
 */
export function nameOn(item: Item, place: { readonly name: string }, side: Side): string {
  const { row } = item;
  if (row === null || !keepsAlias(item)) return place.name;
  return side === 'local' ? row.localName : row.remoteName;
}
