/** An application that people sign in with, or that signs in by itself. Times are in milliseconds since the epoch. */
export interface ClientRecord {
  readonly id: string;
  readonly name: string;
  /**
   * `sha256:` and the digest of the secret (argon2id if an earlier version created it); null for a public client, which cannot keep
   * a secret.
   */
  readonly secretHash: string | null;
  /** The key (PEM, SPKI) that verifies the client's assertions; null if it signs none. */
  readonly publicKey: string | null;
  /** Allowed redirect URIs; a loopback address matches every port (RFC 8252 7.3). */
  readonly redirectUris: readonly string[];
  /** Grant types of RFC 6749 that it may use. */
  readonly grants: readonly string[];
  /** The maximum scopes of its tokens. */
  readonly scopes: readonly string[];
  /** Its service account for the enterprise; null until its first use. */
  readonly serviceAccountId: string | null;
  readonly createdAt: number;
}

/** Client queries. */
export interface ClientReads {
  get(id: string): Promise<ClientRecord | null>;
  /** All clients, oldest first; few, since an operator registers them by hand. */
  list(): Promise<readonly ClientRecord[]>;
}

/** Changes to clients. */
export interface ClientWrites extends ClientReads {
  /** The id must be free; check first. */
  insert(client: ClientRecord): Promise<void>;
  setSecretHash(id: string, secretHash: string): Promise<void>;
  setServiceAccount(id: string, userId: string): Promise<void>;
  delete(id: string): Promise<void>;
}
