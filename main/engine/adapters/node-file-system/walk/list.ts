import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { lstat, readdir } from '../../../../disk/disk.ts';
import type { LocalListing, LocalStat } from '../../../model/observation.ts';
import type { Disk } from '../disk.ts';
import { numbersOf, numbersOfEntry, type Parent, toLocalStat, UNREADABLE } from '../local-stat.ts';
import { assertRealParents } from '../real-parents.ts';
import { attempt, errnoOf, refusal } from '../system-error.ts';
import { assertAnyReadable } from './readable.ts';
import { sortNames } from './sort-names.ts';

/** Concurrent `lstat` calls: enough to keep the disk busy without starving other work. */
const LOOKS_AT_ONCE = 64;

export function list(disk: Disk, directory: string): Promise<LocalListing> {
  const action = 'list the folder';
  return attempt(action, directory, async () => {
    await assertRealParents(directory, action);
    const self = await lstat(directory, { bigint: true });
    if (!self.isDirectory()) throw refusal('not_supported', action, directory);
    const { readable, undecodable } = sortNames(directory, await readdir(directory));
    const numbering = await disk.numbering.of(directory, self);
    const mountPoints = disk.mountPoints();
    const isMountPoint = (name: string): boolean => mountPoints.has(directory, name);
    return {
      path: directory,
      self: toLocalStat(numbersOf(self, numbering)),
      entries: await lookAtAll({ directory, dev: self.dev, numbering, isMountPoint }, readable),
      undecodable,
    };
  });
}

type Place = Parent & { readonly directory: string };

async function lookAtAll({ directory, ...parent }: Place, names: readonly string[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  const refusals: unknown[] = [];
  for (let start = 0; start < names.length; start += LOOKS_AT_ONCE) {
    const part = names.slice(start, start + LOOKS_AT_ONCE);
    const looks = await Promise.all(part.map((name) => lookAtEntry(join(directory, name))));
    for (const [index, look] of looks.entries()) {
      const name = part[index];
      // Deleted since the names were read: treat it as never listed.
      if (look === null || name === undefined) continue;
      if ('error' in look) refusals.push(look.error);
      const numbers = 'error' in look ? UNREADABLE : numbersOfEntry(look, name, parent);
      entries.push({ name, stat: toLocalStat(numbers) });
    }
  }
  assertAnyReadable(entries.length, refusals);
  return entries;
}

type Entry = { readonly name: string; readonly stat: LocalStat };

/** `error`: the system does not let us look at it. */
type Look = BigIntStats | { readonly error: unknown } | null;

async function lookAtEntry(path: string): Promise<Look> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? null : { error };
  }
}
