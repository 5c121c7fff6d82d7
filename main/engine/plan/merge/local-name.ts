import { nameKey, sameName } from '../../model/names/name-key.ts';
import type { Item } from '../item.ts';
import type { Known } from '../known.ts';
import { aliasNames } from '../names/alias-name.ts';
import { diskNameFault, type NameFault, nameFault } from '../names/names.ts';
import { keepsAlias, nameOn } from '../pairing/alias.ts';
import type { Place } from './place.ts';
import { isNameOfSibling, lookAtSlot } from './slot.ts';

/**
 * The local name of a remote item at its place.
 * - `free`: this name, once all in `vacating` have left it; `aliasOf` is the remote name if it differs (SPEC P35);
 * - `held`: an item that must move aside first has the name;
 * - `none`: neither the name nor an alias is possible, due to `fault` or to the sibling `by`.
 */
export type LocalName =
  | {
      readonly is: 'free';
      readonly name: string;
      readonly aliasOf: string | null;
      readonly vacating: readonly Item[];
    }
  | { readonly is: 'held'; readonly by: Item | null }
  | { readonly is: 'none'; readonly fault: NameFault }
  | { readonly is: 'none'; readonly fault: null; readonly by: Item };

export function localNameFor(known: Known, item: Item, place: Place): LocalName {
  const agreed = nameOn(item, place, 'local');
  if (agreed !== place.name) {
    const here = { ...place, name: agreed };
    const slot = lookAtSlot(known, item, here, 'local');
    if (slot.is === 'free' && !isNameOfSibling(known, item, here))
      return { is: 'free', name: agreed, aliasOf: place.name, vacating: slot.vacating };
  }
  const { local } = item;
  // A name already on this disk is one that it can hold (SPEC P27).
  const isNewName = local === null || !sameName(local.name, place.name);
  const fault = isNewName
    ? (diskNameFault(place.name, known.settings) ?? refusedBefore(known, item, place.name))
    : null;
  if (fault !== null) return aliasFor(known, item, place) ?? { is: 'none', fault };
  const slot = lookAtSlot(known, item, place, 'local');
  if (slot.is === 'free') return { is: 'free', name: place.name, aliasOf: null, vacating: slot.vacating };
  if (slot.is === 'held' && !isAtRestUnderAlias(known, slot.by)) return slot;
  const { by } = slot;
  if (by === null) return { is: 'held', by };
  return aliasFor(known, item, place) ?? { is: 'none', fault: null, by };
}

/** The disk itself has refused the name for this item: it takes it for a sibling's, or does not know its characters. */
const isRefused = ({ settings }: Known, { remote }: Item, name: string): boolean =>
  remote !== null && settings.refusedNames.get(remote.id)?.has(name) === true;

const refusedBefore = (known: Known, item: Item, name: string): NameFault | null =>
  isRefused(known, item, name) ? nameFault('forbidden_character', known.settings) : null;

/** The first alias that no item on this disk has and no sibling on the service: that sibling will use the name here itself. */
function aliasFor(known: Known, item: Item, place: Place): LocalName | null {
  const folder = place.parent.remote?.id;
  for (const name of aliasNames(place.name, known.settings)) {
    const sibling = folder === undefined ? [] : known.trees.remoteByKey(folder, nameKey(name));
    if (sibling.some((entry) => entry.id !== item.remote?.id) || isRefused(known, item, name)) continue;
    const slot = lookAtSlot(known, item, { ...place, name }, 'local');
    if (slot.is === 'free') return { is: 'free', name, aliasOf: place.name, vacating: slot.vacating };
  }
  return null;
}

/** An item under its alias does not make room for a remote item with that name: the newcomer gets another alias. */
function isAtRestUnderAlias(known: Known, by: Item | null): boolean {
  return by !== null && keepsAlias(by) && known.places.of(by)?.decidedBy === 'both';
}
