import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../ports/password-hasher.ts';

/** Bytes of the memory that one hash takes are `memoryCost` KiB: 19 MiB, two passes, one lane (OWASP's floor for argon2id). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id, which is the library's standard algorithm; it works outside of the event loop. */
export const argonHasher: PasswordHasher = {
  hash: async (text) => hash(text, cost),
  verify: async (stored, text) => {
    // The library throws for what is no hash: a row that was damaged opens nothing.
    return verify(stored, text).catch(() => false);
  },
};
