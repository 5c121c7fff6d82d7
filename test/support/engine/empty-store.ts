import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreFile } from '../../../main/engine/store/database/store-file.ts';
import { openStore } from '../../../main/engine/store/open-store.ts';
import type { Store } from '../../../main/engine/store/store.ts';

let made: Buffer | null = null;

/** The bytes of a store without roots. Made once per process: all the migrations take ten times as long as opening the result. */
function emptyStore(): Buffer {
  if (made === null) {
    const file = new StoreFile(':memory:');
    openStore(':memory:', () => file);
    made = file.serialize();
    file.close();
  }
  return made;
}

/** An empty store in memory. */
export const openMemoryStore = (): Store => openStore(':memory:', () => new StoreFile(emptyStore()));

/** Puts the file of an empty store at `path`, which `openStore` then finds instead of creating it. */
export function putEmptyStore(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, emptyStore(), { flag: 'wx', mode: 0o600 });
}
