import type { Sha1 } from '../resources/ids.ts';

/** Parses `Digest: sha=<base64 of a SHA-1>` into lower-case hex; null if it is malformed. The name may have either case (RFC 3230). */
export function parseDigest(header: string): Sha1 | null {
  const match = /(?:^|,)\s*sha=([A-Za-z0-9+/]{27}=)\s*(?:,|$)/i.exec(header);
  const base64 = match?.[1];
  if (base64 === undefined) return null;
  let hex = '';
  for (const character of atob(base64)) hex += character.charCodeAt(0).toString(16).padStart(2, '0');
  return hex;
}

/** Formats a SHA-1 of 40 hex digits as `sha=<base64>` for the `Digest` header. */
export function formatDigest(sha1: Sha1): string {
  let bytes = '';
  for (let index = 0; index < sha1.length; index += 2) {
    bytes += String.fromCharCode(Number.parseInt(sha1.slice(index, index + 2), 16));
  }
  return `sha=${btoa(bytes)}`;
}
