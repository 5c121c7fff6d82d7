import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import type { PasswordHasher } from '../ports/password-hasher.ts';

/** `memoryCost` is in KiB: 19 MiB, two passes, one lane (OWASP's minimum for argon2id). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes share the pool of four threads with file I/O; two stay free for files. */
const hashesAtOnce = 2;

/** argon2id, the library's default algorithm. Hashes run outside the event loop, a few at a time. */
export function argonHasher(): PasswordHasher {
  const turns = new PQueue({ concurrency: hashesAtOnce });
  return {
    hash: (text) => turns.add(() => hash(text, cost)),
    verify: (stored, text) => {
      // The library throws for an invalid hash: a damaged row must not open anything.
      return turns.add(() => verify(stored, text).catch(() => false));
    },
  };
}
