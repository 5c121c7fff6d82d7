import type { UserRecord } from './users.ts';

/*
 * All credentials on the wire. Only the SHA-256 of each (lower-case hexadecimal) is stored, so that a stolen database opens no
 * account. Times are in milliseconds since the epoch.
 */

/** An access token. */
export interface TokenRecord {
  readonly digest: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  /** When it expires; null means never. */
  readonly expiresAt: number | null;
  /** The sign-in it was issued for; null if the operator created it. */
  readonly grant: TokenGrant | null;
  /** The digest of the token that it was made from, with fewer rights; null if it is not downscoped. */
  readonly narrowedFrom: string | null;
  /** The refresh token that was exchanged for it, until its first use confirms that the client has the new pair; null then. */
  readonly confirms: string | null;
  /** The item that a downscoped token is limited to; null without such a limit. */
  readonly restriction: TokenRestriction | null;
}

/** The sign-in that tokens belong to, or the act of a client that acts by itself. */
export interface TokenGrant {
  readonly clientId: string;
  /** All tokens of one sign-in, which are revoked together, with those that were narrowed from them. */
  readonly familyId: string;
  /** The signed-in device; null if the client did not name one. */
  readonly devicePinId: string | null;
}

/** The only item that a token can access, with everything below it. */
export interface TokenRestriction {
  readonly itemId: string;
  /** The URL of the shared link that grants access; null for the user's own access. */
  readonly sharedLink: string | null;
}

/**
 * A refresh token. It works once, or again while no token of its new pair was used: then its answer may have been lost. It is kept until it
 * expires, so that a later use is detected.
 */
export interface RefreshTokenRecord {
  readonly digest: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  /** The refresh token that it was exchanged for, while no token of that pair was used; null otherwise. */
  readonly successor: string | null;
  readonly grant: TokenGrant;
}

/** An authorization code. It works once and is kept like a refresh token. */
export interface CodeRecord {
  readonly digest: string;
  readonly userId: string;
  readonly clientId: string;
  readonly familyId: string;
  readonly scopes: readonly string[];
  /** As in the authorization request; null if absent. */
  readonly redirectUri: string | null;
  /** SHA-256 challenge of RFC 7636; null for a confidential client that sent none. */
  readonly codeChallenge: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
}

/** An access token with its user. */
export interface TokenOwner {
  readonly token: TokenRecord;
  readonly user: UserRecord;
}

/** Token queries. */
export interface TokenReads {
  get(digest: string): Promise<TokenRecord | null>;
  /** A token with its user; null also if that user was deleted. */
  getWithUser(digest: string): Promise<TokenOwner | null>;
  getRefresh(digest: string): Promise<RefreshTokenRecord | null>;
  getCode(digest: string): Promise<CodeRecord | null>;
}

/** Changes to tokens. Deletions of tokens that are still valid return the users whose access tokens were deleted. */
export interface TokenWrites extends TokenReads {
  insert(token: TokenRecord): Promise<void>;
  insertRefresh(token: RefreshTokenRecord): Promise<void>;
  insertCode(code: CodeRecord): Promise<void>;
  /** Records the exchange of a refresh token for `successor`, or its end if that is null. Its own pair was used with it. */
  markRefreshUsed(digest: string, usedAt: number, successor: string | null): Promise<void>;
  /** Records the first use of an access token: the refresh token that it confirms can't be exchanged again. */
  confirm(digest: string): Promise<void>;
  /** Deletes the access token that would confirm this refresh token. */
  deleteUnconfirmed(refreshDigest: string): Promise<readonly string[]>;
  markCodeUsed(digest: string, usedAt: number): Promise<void>;
  /** Records the use of an assertion; false if it was used before. */
  noteAssertion(digest: string, expiresAt: number): Promise<boolean>;
  /** Deletes one access token, with every token narrowed from it. */
  delete(digest: string): Promise<readonly string[]>;
  /** Deletes every token of a sign-in, refresh tokens included. */
  deleteFamily(familyId: string): Promise<readonly string[]>;
  /** Deletes every token of a device. */
  deleteOfDevice(devicePinId: string): Promise<readonly string[]>;
  /** Deletes every token of a user, codes included. */
  deleteOfUser(userId: string): Promise<readonly string[]>;
  /** Deletes every token of a client, codes included. */
  deleteOfClient(clientId: string): Promise<readonly string[]>;
  /** Deletes tokens of every kind that expired before this time. Returns how many. */
  deleteExpiredBefore(time: number, limit: number): Promise<number>;
}
