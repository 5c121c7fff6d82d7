import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writePrivate } from './open-private.ts';

/** The secret with which a program of this user proves that a socket is its own, for as long as it listens. A file in hexadecimal. */
const KEY_BYTES = 32;

/** Makes a new key and stores it in a file. Only the process that is about to listen calls it: a lock of its folder admits one. */
export function newSocketKey(file: string): Buffer {
  const key = randomBytes(KEY_BYTES);
  writePrivate(file, key.toString('hex'));
  return key;
}

/** Null: no process has ever listened, or the file is damaged. */
export function readSocketKey(file: string): Buffer | null {
  try {
    const key = Buffer.from(readFileSync(file, 'latin1').trim(), 'hex');
    return key.length === KEY_BYTES ? key : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
