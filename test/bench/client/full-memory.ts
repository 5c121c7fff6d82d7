import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Left free, for the programs that are measured. */
const SPARE_BYTES = 512 * 1024 ** 2;
const BLOCK_BYTES = 4 * 1024 ** 2;

/** Memory as on a computer that has been on for a while: memory that no program uses holds files that were read. */
export type FullMemory = {
  /** Fills the memory that is free now. */
  fill(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Fills memory with the cached content of empty files. Without it a virtual machine has two paces: it gives large pieces of free memory back to its
 * host, and has to get each page of them again before a file can be written there, at two thirds of the speed.
 */
export async function openFullMemory(): Promise<FullMemory> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-memory-'));
  let files = 0;
  return {
    async fill() {
      const bytes = (await freeBytes()) - SPARE_BYTES;
      if (bytes <= 0) return;
      files += 1;
      await readEmptyFile(join(folder, String(files)), bytes);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function readEmptyFile(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w+');
  try {
    await file.truncate(bytes);
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    for (let at = 0; at < bytes; at += BLOCK_BYTES) await file.read(block, 0, BLOCK_BYTES, at);
  } finally {
    await file.close();
  }
}

/** Bytes that hold nothing at all; files that were read can go from memory as well, and do not count. */
async function freeBytes(): Promise<number> {
  const [, kibibytes = '0'] = /^MemFree:\s+(\d+) kB$/m.exec(await readFile('/proc/meminfo', 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
