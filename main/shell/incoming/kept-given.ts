import { z } from 'zod';
import { existsSync, readFileSync, rmSync } from '../../disk/disk.ts';
import { writePrivate } from '../../private/open-private.ts';
import { type Given, nothingGiven } from './single-instance.ts';

const Kept = z.object({ link: z.string().nullable(), files: z.array(z.string()) });

/**
 * Keeps in `file` what a person gives the application while it quits. Its next start takes it, whoever starts it: an updater passes no arguments.
 * @throws errors of the disk.
 */
export function keepGiven(file: string, given: Given): void {
  writePrivate(file, JSON.stringify(given));
}

/** Files and links kept for this start only. */
export function takeKept(file: string): Given {
  try {
    const { link, files } = Kept.parse(JSON.parse(readFileSync(file, 'utf8')));
    rmSync(file);
    return { link, files: files.filter((one) => existsSync(one)) };
  } catch {
    // Usually there is none. One that can't be deleted would be uploaded at each start.
    return nothingGiven;
  }
}
