import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import type { PasswordHasher } from '../ports/password-hasher.ts';

/** Bytes of the memory that one hash takes are `memoryCost` KiB: 19 MiB, two passes, one lane (OWASP's floor for argon2id). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes run in the pool that reads and writes files too, which has four threads: two stay for the files. */
const hashesAtOnce = 2;

/** argon2id, which is the library's standard algorithm; it works outside of the event loop, a few at a time. */
export function argonHasher(): PasswordHasher {
  const turns = new PQueue({ concurrency: hashesAtOnce });
  return {
    hash: (text) => turns.add(() => hash(text, cost)),
    verify: (stored, text) => {
      // The library throws for what is no hash: a row that was damaged opens nothing.
      return turns.add(() => verify(stored, text).catch(() => false));
    },
  };
}
