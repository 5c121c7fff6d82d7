/** The source of the client's access token. */
export interface TokenSource {
  /** The token for the next request. */
  token(signal?: AbortSignal): Promise<string>;
  /**
   * The service refused `rejected`: returns a fresh token, or null if only the person can help (the account is then signed out). Concurrent calls
   * share one renewal.
   */
  renew(rejected: string, signal?: AbortSignal): Promise<string | null>;
  /**
   * A text that changes when the person has signed in again or replaced the token, even in another process. Polled while the account is signed out.
   * Omitted where that cannot happen.
   */
  mark?(): Promise<string>;
}

/** A token that cannot be renewed, e.g. from a file or the environment. */
export function fixedToken(token: string): TokenSource {
  return { token: async () => token, renew: async () => null };
}
