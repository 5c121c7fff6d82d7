import { hash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A tree as a person sees it: relative path -> SHA-1 of each file, `/` for each folder. Omits Tandem's own folder and links. */
export async function readTree(root: string, below = '', markOf = sha1OfFile): Promise<Map<string, string>> {
  const tree = new Map<string, string>();
  for (const name of (await readdir(join(root, below))).toSorted()) {
    const path = below === '' ? name : `${below}/${name}`;
    if (path === '.tandem') continue;
    const stat = await lstat(join(root, path));
    if (stat.isDirectory()) {
      tree.set(path, '/');
      for (const [child, mark] of await readTree(root, path, markOf)) tree.set(child, mark);
    } else if (stat.isFile()) {
      tree.set(path, await markOf(join(root, path)));
    }
  }
  return tree;
}

/** The same with the sizes of the files, which reads none of them. */
export const readSizes = (root: string): Promise<Map<string, string>> =>
  readTree(root, '', async (path) => String((await lstat(path)).size));

/** Reads the file at once: streams of large chunks fill the heap with empty buffers, and collecting those takes longer than the test. */
export async function sha1OfFile(path: string): Promise<string> {
  return hash('sha1', await readFile(path));
}
