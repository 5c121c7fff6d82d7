import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Hands, sha1At } from './hands.ts';

/** The state folder of one client of a run. */
export const stateOf = (folder: string, name: string): string => join(folder, name, 'state');

/** SHA-1 of every version that a service on this data has, of live and of trashed files. The service must have ended. */
export function versionsOf(data: string): ReadonlySet<string> {
  const database = new Database(join(data, 'service.db'), { readonly: true });
  try {
    const rows = database.prepare('SELECT DISTINCT sha1 FROM file_version').all() as { sha1: string }[];
    return new Set(rows.map(({ sha1 }) => sha1));
  } finally {
    database.close();
  }
}

/** SHA-1 of all that a person could still get at: on a disk, in a local trash, among the versions and the trash of the service. */
export async function findEverything(
  folder: string,
  hands: readonly Hands[],
  versions: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const found = new Set(versions);
  for (const { root, name } of hands) {
    for (const place of [root, join(stateOf(folder, name), 'trash')]) {
      for (const path of await filesIn(place)) {
        const sha1 = sha1At(path);
        if (sha1 !== null) found.add(sha1);
      }
    }
  }
  return found;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
