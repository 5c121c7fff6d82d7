import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const Feed = z.object({ path: z.string(), files: z.array(z.object({ url: z.string() })).min(1) });

/** Absolute paths of the feed files in a folder. */
export async function feedsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => /^latest.*\.yml$/.test(name)).map((name) => path.join(folder, name));
}

/** @throws when a feed references a missing file, or a name that the release host would change. */
export async function checkRelease(folder: string): Promise<void> {
  const names = new Set(await readdir(folder));
  for (const feed of await feedsIn(folder)) {
    const { path: first, files } = Feed.parse(parse(await readFile(feed, 'utf8')));
    for (const name of [first, ...files.map(({ url }) => url)]) {
      if (!names.has(name)) throw new Error(`${path.basename(feed)} leads to ${name}, which was not built.`);
      if (!/^[\w.-]+$/.test(name)) throw new Error(`${name}: only letters, digits, ".", "-" and "_" keep their name.`);
    }
  }
}
