/** A program that people sign in with, or that signs in by itself. Times are in milliseconds since the epoch. */
export interface ClientRecord {
  readonly id: string;
  readonly name: string;
  /** `sha256:` and the digest of the secret (argon2id where an earlier version made it); null for a public client, which can keep none. */
  readonly secretHash: string | null;
  /** The key (PEM, SPKI) that proves the assertions of the client; null for one that signs none. */
  readonly publicKey: string | null;
  /** Where the sign-in may lead back to; a loopback address stands for every port (RFC 8252 7.3). */
  readonly redirectUris: readonly string[];
  /** Grant types of RFC 6749 that it may use. */
  readonly grants: readonly string[];
  /** The most that its tokens may do. */
  readonly scopes: readonly string[];
  /** The account that it signs in as for the enterprise; null until it does for the first time. */
  readonly serviceAccountId: string | null;
  readonly createdAt: number;
}

/** Questions about clients. */
export interface ClientReads {
  get(id: string): Promise<ClientRecord | null>;
  /** All clients, oldest first; there are as many as an operator registers by hand. */
  list(): Promise<readonly ClientRecord[]>;
}

/** Changes to clients. */
export interface ClientWrites extends ClientReads {
  /** The id must be free; look before. */
  insert(client: ClientRecord): Promise<void>;
  setSecretHash(id: string, secretHash: string): Promise<void>;
  setServiceAccount(id: string, userId: string): Promise<void>;
  delete(id: string): Promise<void>;
}
