import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writePrivate } from '../private/open-private.ts';

/**
 * The port of the last run, so that the page keeps its origin and its browser storage (language, columns). It says nothing about
 * who listens there now.
 */
const WindowMemory = z.object({ port: z.number().int().min(0).max(65_535) });

/** 0: any port. A file that is missing or unreadable costs nothing else. */
export async function readLastPort(file: string): Promise<number> {
  try {
    return WindowMemory.parse(JSON.parse(await readFile(file, 'utf8'))).port;
  } catch {
    return 0;
  }
}

/** Whole or not at all. */
export function writeLastPort(file: string, port: number): void {
  writePrivate(file, JSON.stringify({ port }));
}
