import { basename, dirname, resolve } from 'node:path';

/** The name of the folder for items rescued from a root (SPEC P70), or of a further one. A whole disk has no name of its own. */
export const rescueName = (rootPath: string, number = 1): string =>
  `${basename(rootPath) || 'Tandem'} ${number === 1 ? '(rescued)' : `(rescued ${number})`}`;

/** The folder into which an item was rescued: by its name if that is beside the root, else (`root` null) as a path. */
type RescuedIn = { readonly folder: string; readonly root: string | null };

/** `path`: of the item in the root. It keeps it in the folder. */
export function rescuedIn(rescuedTo: string, path: string, rootPath: string): RescuedIn {
  const folder = resolve(rescuedTo, ...path.split('/').map(() => '..'));
  const isBeside = dirname(folder) === dirname(rootPath);
  return isBeside ? { folder: basename(folder), root: rootPath } : { folder, root: null };
}
