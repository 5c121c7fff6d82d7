import { compactVerify, importSPKI } from 'jose';
import { JOSEError } from 'jose/errors';
import type { AssertionClaims, AssertionVerifier } from '../ports/assertion-verifier.ts';

const algorithms = ['RS256', 'RS384', 'RS512'];

/** Assertions as JSON Web Tokens (RFC 7519), signed with RSA. */
export const jwtVerifier: AssertionVerifier = {
  isPublicKey: async (pem) => {
    return importSPKI(pem, 'RS256').then(
      () => true,
      // The library reports an invalid key in several ways; they all mean the same here.
      () => false,
    );
  },
  verify: async (assertion, publicKeyPem) => {
    const algorithm = algorithmOf(assertion);
    if (algorithm === null) return null;
    try {
      const key = await importSPKI(publicKeyPem, algorithm);
      const { payload } = await compactVerify(assertion, key, { algorithms });
      return claimsOf(JSON.parse(Buffer.from(payload).toString('utf8')));
    } catch (error) {
      if (error instanceof JOSEError || error instanceof SyntaxError) return null;
      throw error;
    }
  },
};

/** The library needs to know the algorithm before it reads the assertion. */
function algorithmOf(assertion: string): string | null {
  try {
    const header: unknown = JSON.parse(Buffer.from(assertion.split('.')[0] ?? '', 'base64url').toString('utf8'));
    const named = typeof header === 'object' && header !== null && 'alg' in header ? header.alg : null;
    return algorithms.find((algorithm) => algorithm === named) ?? null;
  } catch {
    // Not JSON, so not an assertion.
    return null;
  }
}

function claimsOf(payload: unknown): AssertionClaims | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const claims = new Map<string, unknown>(Object.entries(payload));
  const text = (name: string) => {
    const value = claims.get(name);
    return typeof value === 'string' ? value : null;
  };
  const seconds = (name: string) => {
    const value = claims.get(name);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  const audiences = [claims.get('aud')].flat().filter((one) => typeof one === 'string');
  return {
    issuer: text('iss'),
    subject: text('sub'),
    subjectType: text('box_sub_type'),
    audiences,
    id: text('jti'),
    issuedAt: seconds('iat'),
    expiresAt: seconds('exp'),
  };
}
