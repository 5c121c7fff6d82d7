import { isAlias } from '../../model/names/alias.ts';
import { sameName } from '../../model/names/name-key.ts';
import type { Item, Side } from '../item.ts';

/** Does an item with an alias still have both agreed names, as far as it exists? Then it was not renamed (SPEC P36). */
export function keepsAlias({ row, local, remote }: Pick<Item, 'row' | 'local' | 'remote'>): boolean {
  if (!isAlias(row)) return false;
  const isHere = local === null || local.name === row.localName;
  return isHere && (remote === null || sameName(remote.name, row.remoteName));
}

/**
 * The item's name on that side when at its place. If this disk still needs to find a name (`local-name.ts`), this is the
 * service's.
 */
export function nameOn(item: Item, place: { readonly name: string }, side: Side): string {
  const { row } = item;
  if (row === null || !keepsAlias(item)) return place.name;
  return side === 'local' ? row.localName : row.remoteName;
}
