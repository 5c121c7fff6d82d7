/** Turns secrets that people choose into text that may be stored, and tests a secret against it. Slow on purpose. */
export interface PasswordHasher {
  /** A salted hash that carries its own parameters, so that they can rise without touching what is stored. */
  hash(text: string): Promise<string>;
  /** True when the hash was made of this text; false too for a hash that is none. */
  verify(hash: string, text: string): Promise<boolean>;
}
