import { basename, extname } from 'node:path';

/** `a/note.txt`, `a/note (2).txt`, `a/note (3).txt`: free names for an item whose own is taken. */
export function numberedPath(path: string, number: number): string {
  if (number === 1) return path;
  const name = basename(path);
  const extension = extname(name);
  return `${path.slice(0, path.length - name.length)}${basename(name, extension)} (${number})${extension}`;
}

/** The path of the item to which `numberedPath` may have given this one. */
export const withoutNumber = (path: string): string => path.replace(/ \(\d+\)(\.[^./\\]*)?$/, '$1');
