/** The engine's source of randomness, for jitter and staging file names. */
export interface Random {
  /** At least 0, below 1. */
  fraction(): number;
  /** `length` characters of a-z and 0-9. */
  token(length: number): string;
}
