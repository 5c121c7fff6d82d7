import { open } from 'node:fs/promises';

/** Writes a whole file and flushes it. With `wx` it must be new; `w` replaces one. */
export async function writeFlushed(file: string, bytes: Uint8Array | string, flags: 'wx' | 'w' = 'wx'): Promise<void> {
  const handle = await open(file, flags);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
