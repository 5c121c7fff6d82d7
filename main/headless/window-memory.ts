import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writePrivate } from '../private/open-private.ts';

/** The port of the last run, so that the page keeps its origin and browser storage (language, columns). Another program may listen there now. */
const WindowMemory = z.object({ port: z.number().int().min(0).max(65_535) });

/** 0: any port. A missing or unreadable file has no other effect. */
export async function readLastPort(file: string): Promise<number> {
  try {
    return WindowMemory.parse(JSON.parse(await readFile(file, 'utf8'))).port;
  } catch {
    return 0;
  }
}

/** Atomic write. If it fails, the next start only takes another port. */
export function writeLastPort(file: string, port: number): void {
  try {
    writePrivate(file, JSON.stringify({ port }));
  } catch {
    // The window works without it.
  }
}
