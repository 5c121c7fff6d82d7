import { verify } from 'node:crypto';

/** The part of a feed entry that decides what is installed. */
export type FeedInfo = {
  readonly version: string;
  readonly files: readonly { readonly url: string; readonly sha512: string }[];
  /** Ed25519 over `feedBytes`, in base64. */
  readonly signature?: unknown;
};

/** The signed content: the version, and each file by name and digest. The downloaded file is compared with the digest. */
export function feedBytes({ version, files }: FeedInfo): Buffer {
  return Buffer.from(JSON.stringify([version, files.map(({ url, sha512 }) => [url, sha512])]));
}

/** Was this version signed with our key? A feed is a place that others may come to write to. */
export function isSignedFeed(info: FeedInfo, publicKeyPem: string): boolean {
  if (typeof info.signature !== 'string') return false;
  try {
    return verify(null, feedBytes(info), publicKeyPem, Buffer.from(info.signature, 'base64'));
  } catch {
    // No key, or none for this kind of signature: nothing is proven.
    return false;
  }
}
