import { z } from 'zod';
import { readFile } from '../../disk/disk.ts';
import { writePrivate } from '../../private/open-private.ts';

const KeptIds = z.array(z.string());

/** A list of ids in its own file; empty if the file is missing or damaged. */
export async function readIds(file: string): Promise<readonly string[]> {
  try {
    return KeptIds.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Missing on the first start. A damaged file costs at most a repeated notification.
    return [];
  }
}

/** Replaces the list atomically. @throws errors of the disk. */
export async function writeIds(file: string, ids: readonly string[]): Promise<void> {
  writePrivate(file, JSON.stringify(ids));
}
