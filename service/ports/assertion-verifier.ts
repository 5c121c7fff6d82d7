/** The claims of an assertion (RFC 7523) with a verified signature. Times are in seconds since the epoch. */
export interface AssertionClaims {
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly subjectType: string | null;
  readonly audiences: readonly string[];
  readonly id: string | null;
  readonly issuedAt: number | null;
  readonly expiresAt: number | null;
}

/** Verifies the signatures of assertions. */
export interface AssertionVerifier {
  /** True for a public key in PEM (SPKI) that can verify RS256, RS384 or RS512. */
  isPublicKey(pem: string): Promise<boolean>;
  /**
   * The claims of an assertion signed with the matching private key; null for any other. Does not validate the claims themselves.
   */
  verify(assertion: string, publicKeyPem: string): Promise<AssertionClaims | null>;
}
