/** Hashes secrets that people choose for storage, and verifies secrets against the hash. Slow on purpose. */
export interface PasswordHasher {
  /** A salted hash that contains its parameters, so that they can be raised without touching stored hashes. */
  hash(text: string): Promise<string>;
  /** True if the hash matches this text; false also for an invalid hash. */
  verify(hash: string, text: string): Promise<boolean>;
}
