import { verify } from 'node:crypto';

/** The part of a feed entry that determines what gets installed. */
export type FeedInfo = {
  readonly version: string;
  readonly files: readonly { readonly url: string; readonly sha512: string }[];
  /** Ed25519 over `feedBytes`, in base64. */
  readonly signature?: unknown;
};

/** The signed content: the version, and each file's name and digest. The downloaded file is checked against the digest. */
export function feedBytes({ version, files }: FeedInfo): Buffer {
  return Buffer.from(JSON.stringify([version, files.map(({ url, sha512 }) => [url, sha512])]));
}

/** True if our key signed this version. The feed itself is not trusted: others may gain write access to it. */
export function isSignedFeed(info: FeedInfo, publicKeyPem: string): boolean {
  if (typeof info.signature !== 'string') return false;
  try {
    return verify(null, feedBytes(info), publicKeyPem, Buffer.from(info.signature, 'base64'));
  } catch {
    // No key, or a signature of another kind: not verified.
    return false;
  }
}
