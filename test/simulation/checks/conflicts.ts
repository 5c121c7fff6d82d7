import { nameInMotion } from '../../../main/engine/model/names/in-motion.ts';
import { nameKey } from '../../../main/engine/model/names/name-key.ts';
import { aliasNames } from '../../../main/engine/plan/names/alias-name.ts';
import type { RootStore } from '../../../main/engine/store/root-store.ts';
import type { Violation } from '../invariants.ts';
import { PERSONALITY_KINDS, personality } from '../world/device/personality.ts';
import type { Disturbances } from './excuses/disturbances.ts';
import { sha1Of } from './justice.ts';
import { type Chronicle, descendsFrom } from './watching/chronicle.ts';
import { localIdAt, type View } from './watching/view.ts';

const MARK = / \(conflicted copy [^()]*\d{4}-\d{2}-\d{2}(?: \d+)?\)/;

export const isConflictName = (path: string): boolean => MARK.test(path.slice(path.lastIndexOf('/') + 1));

export type SettingAside = {
  readonly device: string;
  readonly view: View;
  readonly chronicle: Chronicle;
  readonly disturbances: Disturbances;
  readonly store: RootStore;
  /** Relative to the root. */
  readonly path: string;
  /** The conflict name it is about to get. */
  readonly toName: string;
};

/**
 * I6: if two contents are kept as a conflict, neither was made from the other: the author of one had not seen the other. Checked when a file is
 * about to get a conflict name because of the device's knowledge of the service.
 */
export function judgeConflict(aside: SettingAside): readonly Violation[] {
  const { device, view, chronicle, path } = aside;
  const here = view.disk(device).find((node) => node.path === path)?.content ?? null;
  const there = contentThere(aside);
  if (here === null || there === null) return [];
  if (aside.disturbances.isTouched(here) || aside.disturbances.isTouched(there)) return [];
  if (here === there) return [{ rule: 'I6', what: `${device} keeps two apart that are equal, at ${path}` }];
  const { savedOver, manifold } = chronicle;
  if (manifold.has(here) || manifold.has(there)) return [];
  const isLater = descendsFrom(savedOver, here, there);
  if (!isLater && !descendsFrom(savedOver, there, here)) return [];
  const [newer, older] = isLater ? [here, there] : [there, here];
  return [
    {
      rule: 'I6',
      what: `${device} keeps two apart at ${path}, of which one was made from the other: "${newer.trim()}" from "${older.trim()}"`,
    },
  ];
}

/** The content that the device believes to be the other version; null: the conflict is not about contents. */
function contentThere({ device, store, view, path, toName }: SettingAside): string | null {
  const id = localIdAt(store, view.disk(device), path);
  const local = id === undefined ? undefined : store.local(id);
  if (local === undefined || local.parentId === null || local.kind === 'folder') return null;
  const row = store.syncedByLocal(local.id);
  const folder = store.syncedByLocal(local.parentId)?.itemId;
  // A file with an alias here (SPEC P35) makes room for whatever takes the name behind the alias.
  const nameThere = row?.localName === local.name ? row.remoteName : local.name;
  const namesake = folder === undefined ? undefined : store.remoteByKey(folder, nameKey(nameThere))[0];
  const own = row === undefined ? undefined : store.remote(row.itemId);
  // It follows a rename on the service, or is on its way to the new name (SPEC P22).
  if (own !== undefined && isNameHere(own.name, nameInMotion(toName))) return null;
  // It makes room for another item's name and stays the same item (SPEC P24), whatever happened to that item on the service.
  if (own !== undefined && namesake !== undefined && namesake.id !== own.id) return null;
  // A file of another item was moved onto the name of an unsynced file, which makes room (edge case 28).
  const holder = namesake === undefined ? undefined : store.syncedByItem(namesake.id);
  if (own === undefined && holder !== undefined && holder.localId !== local.id) return null;
  const other = own ?? namesake;
  // The content is still the agreed one: the file only makes room for a name that was taken on the service meanwhile.
  if (other === undefined || other.content === null || other.content.sha1 === row?.content?.sha1) return null;
  const { sha1 } = other.content;
  return (
    view
      .service()
      .flatMap((node) => node.contents)
      .find((content) => sha1Of(content) === sha1) ?? null
  );
}

/** An item has its own name on a disk, or an alias that a kind of disk needs (SPEC P35). */
const isNameHere = (name: string, here: string): boolean =>
  name === here || PERSONALITY_KINDS.some((kind) => aliasNames(name, personality(kind)).includes(here));
