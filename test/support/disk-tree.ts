import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A tree as a person sees it: relative path -> SHA-1 of each file, `/` for each folder. Omits Tandem's own folder and links. */
export async function readTree(root: string, below = ''): Promise<Map<string, string>> {
  const tree = new Map<string, string>();
  for (const name of (await readdir(join(root, below))).toSorted()) {
    const path = below === '' ? name : `${below}/${name}`;
    if (path === '.tandem') continue;
    const stat = await lstat(join(root, path));
    if (stat.isDirectory()) {
      tree.set(path, '/');
      for (const [child, mark] of await readTree(root, path)) tree.set(child, mark);
    } else if (stat.isFile()) {
      tree.set(path, await sha1OfFile(join(root, path)));
    }
  }
  return tree;
}

export async function sha1OfFile(path: string): Promise<string> {
  const hash = createHash('sha1');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
