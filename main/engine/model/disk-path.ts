import { isAbsolute, relative, sep } from 'node:path';

/** How a system writes paths: Node's `path`, `path.win32` or `path.posix`. */
type PathStyle = {
  readonly relative: (from: string, to: string) => string;
  readonly isAbsolute: (path: string) => boolean;
  readonly sep: string;
};

/** The names from a folder to a path in it, with `/` between them; empty: it is the folder. Both are absolute. */
export const namesBelow = (folder: string, path: string): string => relative(folder, path).replaceAll(sep, '/');

/** Same as `namesBelow`, or null if the path is not in the folder. `style`: that of another system, in tests. */
export function belowFolder(folder: string, path: string, style: PathStyle = { relative, isAbsolute, sep }) {
  const below = style.relative(folder, path);
  // Windows: a path on another drive stays absolute.
  const isOutside = below === '..' || below.startsWith(`..${style.sep}`) || style.isAbsolute(below);
  return isOutside ? null : below.replaceAll(style.sep, '/');
}

/** Whether a path is a folder or in it. */
export const isWithin = (path: string, folder: string): boolean => belowFolder(folder, path) !== null;

/** The folder of a path with `/` between names; empty: it has none. */
export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The last name of a path with `/` between names. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
