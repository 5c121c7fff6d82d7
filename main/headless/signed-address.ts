import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Paths of contents and drops that need no cookie: signed for one session of this run of the host, and valid for a while. The page
 * asks for one over its connection.
 */
export type AddressSigner = {
  /** The path with its signature, for the session `id`. */
  readonly sign: (path: string, id: string) => string;
  /** The session that the address was signed for; null: it was not signed, was changed or has expired. */
  readonly sessionOf: (address: string) => string | null;
};

/** A film is read on for as long as it plays; everything else begins at once. */
const VALID_MS = 3_600_000;

const signed = /^(.+)[?&]until=(\d{1,15})&window=([\w-]{1,40})&signature=([\w-]{43})$/;

export function addressSigner(nowMs: () => number): AddressSigner {
  const key = randomBytes(32);
  const signatureOf = (path: string, until: string, id: string): Buffer =>
    createHmac('sha256', key).update(`${until} ${id} ${path}`).digest();
  return {
    sign(path, id) {
      const until = String(nowMs() + VALID_MS);
      const signature = signatureOf(path, until, id).toString('base64url');
      return `${path}${path.includes('?') ? '&' : '?'}until=${until}&window=${id}&signature=${signature}`;
    },
    sessionOf(address) {
      const [, path = '', until = '', id = '', signature = ''] = signed.exec(address) ?? [];
      if (path === '' || Number(until) < nowMs()) return null;
      const isOurs = timingSafeEqual(signatureOf(path, until, id), Buffer.from(signature, 'base64url'));
      return isOurs ? id : null;
    },
  };
}
