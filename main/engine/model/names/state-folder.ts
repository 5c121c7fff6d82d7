import { join, sep } from 'node:path';

/** The engine's own folder at the top of each sync root: marker, staging, probes, perhaps the trash of the root. Never listed, watched or synced. */
export const STATE_FOLDER = '.tandem';

/** The unfinished downloads and copies of a root. */
export const stagingFolder = (rootPath: string): string => join(rootPath, STATE_FOLDER, 'staging');

const RETURNING = 'returning-';

/** In the staging folder: the copy of an item that comes back from a trash on another volume. Unlike all else there, it may be a folder. */
export const returningName = (token: string): string => `${RETURNING}${token}`;

export const isReturning = (name: string): boolean => name.startsWith(RETURNING);

/** In a root: its part of the local trash, if it is on another volume than the state. */
const ROOT_TRASH = join(STATE_FOLDER, 'trash');

/** A root on another volume has its trash in itself: to delete a large folder copies nothing, and needs no room on the system's disk. */
export const rootTrash = (rootPath: string): string => join(rootPath, ROOT_TRASH);

/** The root that has this place in its own trash; null: none. */
export function rootOfTrashed(place: string): string | null {
  const end = place.lastIndexOf(join(sep, ROOT_TRASH, sep));
  return end === -1 ? null : place.slice(0, end);
}
