import type { UserRecord } from './users.ts';

/*
 * Everything that stands for a person on the wire. Only the SHA-256 of each (lower-case hexadecimal) is kept, so that a
 * stolen database opens no account. Times are in milliseconds since the epoch.
 */

/** An access token. */
export interface TokenRecord {
  readonly digest: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  /** When it stops to be accepted; null means never. */
  readonly expiresAt: number | null;
  /** How it was got; null for one that the operator made. */
  readonly grant: TokenGrant | null;
  /** What a down-scoped token is limited to; null for a token without such a limit. */
  readonly restriction: TokenRestriction | null;
}

/** The sign-in that tokens belong to. */
export interface TokenGrant {
  readonly clientId: string;
  /** All tokens that follow from one sign-in: they end together. Null for a token that stands alone. */
  readonly familyId: string | null;
  /** The device that was signed in; null when the client did not say. */
  readonly devicePinId: string | null;
}

/** The one item that a token reaches, with all below it. */
export interface TokenRestriction {
  readonly itemId: string;
  /** The address of the shared link that the item is reached by; null when it is the person's own access. */
  readonly sharedLink: string | null;
}

/** A refresh token. It is good once; used, it is kept until it expires, so that a second use is noticed. */
export interface RefreshTokenRecord {
  readonly digest: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  readonly grant: FamilyGrant;
}

/** The sign-in of a refresh token, which always has a family. */
export interface FamilyGrant extends TokenGrant {
  readonly familyId: string;
}

/** An authorization code. It is good once, and kept like a refresh token. */
export interface CodeRecord {
  readonly digest: string;
  readonly userId: string;
  readonly clientId: string;
  readonly familyId: string;
  readonly scopes: readonly string[];
  /** As the authorization request gave it; null when it gave none. */
  readonly redirectUri: string | null;
  /** SHA-256 challenge of RFC 7636; null for a confidential client that sent none. */
  readonly codeChallenge: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
}

/** Questions about tokens. */
export interface TokenReads {
  get(digest: string): Promise<TokenRecord | null>;
  /** A token together with the person it stands for; null also when that person was removed. */
  getWithUser(digest: string): Promise<{ readonly token: TokenRecord; readonly user: UserRecord } | null>;
  getRefresh(digest: string): Promise<RefreshTokenRecord | null>;
  getCode(digest: string): Promise<CodeRecord | null>;
}

/** Changes to tokens. */
export interface TokenWrites extends TokenReads {
  insert(token: TokenRecord): Promise<void>;
  insertRefresh(token: RefreshTokenRecord): Promise<void>;
  insertCode(code: CodeRecord): Promise<void>;
  markRefreshUsed(digest: string, usedAt: number): Promise<void>;
  markCodeUsed(digest: string, usedAt: number): Promise<void>;
  /** Notes that an assertion was used; false when it was before. */
  noteAssertion(digest: string, expiresAt: number): Promise<boolean>;
  /** Removes one access token. */
  delete(digest: string): Promise<void>;
  /** Removes every token of a sign-in, the refresh tokens included. */
  deleteFamily(familyId: string): Promise<void>;
  /** Removes every token that a device has. */
  deleteOfDevice(devicePinId: string): Promise<void>;
  /** Removes every token of a person, codes included. */
  deleteOfUser(userId: string): Promise<void>;
  /** Removes every token that a client got, codes included. */
  deleteOfClient(clientId: string): Promise<void>;
  /** Removes what expired before this time, of every kind, and tells how many. */
  deleteExpiredBefore(time: number, limit: number): Promise<number>;
}
