import { BlobDamaged, type BlobOriginal, BlobTooLarge, otherSize } from './blob-store.ts';

/** What a store requires of a content while it writes it. */
export interface ContentCheck {
  /** Called with the bytes so far. @throws BlobTooLarge, BlobDamaged */
  soFar(sizeBytes: number): void;
  /** Called before the content becomes visible. @throws BlobDamaged */
  atEnd(written: { readonly sha1: string; readonly sizeBytes: number }): void;
}

/** Accepts any content up to this size. */
export function upTo(maxBytes: number): ContentCheck {
  return {
    soFar: (sizeBytes) => {
      if (sizeBytes > maxBytes) throw new BlobTooLarge(maxBytes);
    },
    atEnd: () => undefined,
  };
}

/** Accepts only the bytes of the original. */
export function sameAs(original: BlobOriginal): ContentCheck {
  const fail = (reason: string) => {
    throw new BlobDamaged(original.blobId, reason);
  };
  return {
    soFar: (sizeBytes) => {
      if (sizeBytes > original.sizeBytes) fail(`It has more than ${original.sizeBytes} bytes.`);
    },
    atEnd: ({ sha1, sizeBytes }) => {
      if (sizeBytes !== original.sizeBytes) fail(otherSize(sizeBytes, original.sizeBytes));
      if (original.sha1 !== undefined && sha1 !== original.sha1)
        fail(`Its SHA-1 is ${sha1} instead of ${original.sha1}.`);
    },
  };
}
