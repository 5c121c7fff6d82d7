/** A user's sign-in in a browser. Times are in milliseconds since the epoch. */
export interface BrowserSessionRecord {
  /** SHA-256 of the cookie value, lower-case hexadecimal. */
  readonly digest: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Password and browser session queries. */
export interface SignInReads {
  /** The argon2id hash of a user's password; null for a user without one, who cannot sign in on the page. */
  passwordHash(userId: string): Promise<string | null>;
  browserSession(digest: string): Promise<BrowserSessionRecord | null>;
}

/** Changes to them. */
export interface SignInWrites extends SignInReads {
  setPassword(userId: string, hash: string, changedAt: number): Promise<void>;
  deletePassword(userId: string): Promise<void>;
  insertBrowserSession(session: BrowserSessionRecord): Promise<void>;
  deleteBrowserSession(digest: string): Promise<void>;
  deleteBrowserSessionsOfUser(userId: string): Promise<void>;
  /** Removes up to `limit` sessions that expired before this time. Returns how many. */
  deleteBrowserSessionsExpiredBefore(time: number, limit: number): Promise<number>;
}
