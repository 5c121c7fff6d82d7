import { z } from 'zod';
import { readFile } from '../../disk/disk.ts';
import { writePrivate } from '../../private/open-private.ts';

const KeptIds = z.array(z.string());

/** A list of ids in a file of its own; missing or damaged, it is empty. */
export async function readIds(file: string): Promise<readonly string[]> {
  try {
    return KeptIds.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Missing on the first start; damaged, it can only cost one notification too many.
    return [];
  }
}

/** Writes the list whole, or leaves the old one. @throws what the disk refuses. */
export async function writeIds(file: string, ids: readonly string[]): Promise<void> {
  writePrivate(file, JSON.stringify(ids));
}
