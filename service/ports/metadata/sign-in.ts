/** A person signed in with a browser. Times are in milliseconds since the epoch. */
export interface BrowserSessionRecord {
  /** SHA-256 of what the cookie holds, lower-case hexadecimal. */
  readonly digest: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Questions about passwords and the browsers that people are signed in with. */
export interface SignInReads {
  /** The argon2id hash of a person's password; null for a person who has none and cannot sign in by page. */
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
  /** Removes at most so many of the sessions that expired before this time and tells how many. */
  deleteBrowserSessionsExpiredBefore(time: number, limit: number): Promise<number>;
}
