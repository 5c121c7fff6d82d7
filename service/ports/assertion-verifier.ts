/** What a signed assertion (RFC 7523) says, once its signature was proved. Times are in seconds since the epoch. */
export interface AssertionClaims {
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly subjectType: string | null;
  readonly audiences: readonly string[];
  readonly id: string | null;
  readonly issuedAt: number | null;
  readonly expiresAt: number | null;
}

/** Proves the signatures of assertions. */
export interface AssertionVerifier {
  /** True for a public key in PEM (SPKI) that can prove RS256, RS384 or RS512. */
  isPublicKey(pem: string): Promise<boolean>;
  /** The claims of an assertion that was signed with the key's other half; null for any other. Says nothing about the claims. */
  verify(assertion: string, publicKeyPem: string): Promise<AssertionClaims | null>;
}
