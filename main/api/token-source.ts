/** Where the client gets its access token from. */
export interface TokenSource {
  /** The token to send with the next request. */
  token(signal?: AbortSignal): Promise<string>;
  /**
   * The service refused `rejected`: a fresh one, or null when there is none to be had without the person (then the account is
   * signed out). Called by several requests at once when a token expires; renews once.
   */
  renew(rejected: string, signal?: AbortSignal): Promise<string | null>;
  /**
   * A text that is another one once the person has signed in again or put another token in place, also from another process. Asked
   * for while the account is signed out. Left out where that cannot happen.
   */
  mark?(): Promise<string>;
}

/** A token that cannot be renewed, e.g. from a file or the environment. */
export function fixedToken(token: string): TokenSource {
  return { token: async () => token, renew: async () => null };
}
