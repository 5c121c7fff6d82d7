import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Signed paths of contents and drops instead of cookies: valid for one session of this run of the host, and for a limited time. The page requests
 * one over its connection.
 */
export type AddressSigner = {
  /** The path with its signature, for the session `id`, and when it expires. */
  readonly sign: (path: string, id: string) => { readonly path: string; readonly expiresAtMs: number };
  /** The session that the path was signed for; null: unsigned, modified or expired. */
  readonly sessionOf: (address: string) => string | null;
};

/** A video is read while it plays; everything else starts at once. */
const VALID_MS = 3_600_000;

const signed = /^(.+)[?&]until=(\d{1,15})&window=([\w-]{1,40})&signature=([\w-]{43})$/;

export function addressSigner(nowMs: () => number): AddressSigner {
  const key = randomBytes(32);
  const signatureOf = (path: string, until: string, id: string): Buffer =>
    createHmac('sha256', key).update(`${until} ${id} ${path}`).digest();
  return {
    sign(path, id) {
      const expiresAtMs = nowMs() + VALID_MS;
      const until = String(expiresAtMs);
      const signature = signatureOf(path, until, id).toString('base64url');
      const query = `until=${until}&window=${id}&signature=${signature}`;
      return { path: `${path}${path.includes('?') ? '&' : '?'}${query}`, expiresAtMs };
    },
    sessionOf(address) {
      const [, path = '', until = '', id = '', signature = ''] = signed.exec(address) ?? [];
      if (path === '' || Number(until) < nowMs()) return null;
      const isOurs = timingSafeEqual(signatureOf(path, until, id), Buffer.from(signature, 'base64url'));
      return isOurs ? id : null;
    },
  };
}
