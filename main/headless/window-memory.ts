import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

/**
 * What the window host keeps from one start to the next, so that a window that is open in a browser goes on by itself after a
 * restart: the port, and the digests of the sessions that were let in (never the sessions themselves).
 */
const WindowMemory = z.object({ port: z.number().int().min(0).max(65_535), sessions: z.array(z.string()) });
export type WindowMemory = z.infer<typeof WindowMemory>;

export const nothingRemembered: WindowMemory = { port: 0, sessions: [] };

/** A file that is missing or unreadable costs a new link and nothing else. */
export async function readWindowMemory(file: string): Promise<WindowMemory> {
  try {
    return WindowMemory.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return nothingRemembered;
  }
}

/** Whole or not at all; only its owner can read it. */
export async function writeWindowMemory(file: string, memory: WindowMemory): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, JSON.stringify(memory), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
