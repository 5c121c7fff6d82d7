/**
 * Where content is stored. A blob is immutable, has a random id, and exists either completely or not at all.
 * Durability depends on this order: `write` or `compose` resolves (content and directory entry are flushed), then the metadata row
 * that names the blob commits, then the request is answered. A crash between the first two leaves an unreferenced blob; `list`
 * finds it and a job deletes it.
 */
export interface BlobStore {
  /**
   * Stores streamed content in constant memory. Resolves when the content would survive a power cut. If the stream fails, the limit
   * is exceeded or the disk is full, nothing remains.
   * @throws BlobTooLarge if more than `maxBytes` arrive; BlobSpaceExhausted if the disk is full; BlobStoreUnavailable; anything the
   * stream throws.
   */
  write(content: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<StoredBlob>;

  /**
   * Stores a copy of a blob of another store under the same id, in constant memory. An earlier copy stays until the new one is complete
   * and proves to be that of the original.
   * @throws BlobDamaged if the content differs from the original; otherwise as `write`.
   */
  writeCopy(content: AsyncIterable<Uint8Array>, original: BlobOriginal): Promise<void>;

  /**
   * Stores many small blobs from memory, with one flush for all of them if possible: all or none. Results are in the order of
   * `contents`.
   * @throws BlobSpaceExhausted, BlobStoreUnavailable.
   */
  writeMany(contents: readonly Uint8Array[]): Promise<readonly StoredBlob[]>;

  /**
   * Composes a blob from others, in this order, without copying their bytes through memory. The parts stay as they are and may be
   * deleted afterwards. Does not compute the SHA-1 of the result: see `digest`.
   * @throws BlobMissing if a part does not exist; BlobSpaceExhausted; BlobStoreUnavailable.
   */
  compose(partIds: readonly string[]): Promise<{ readonly blobId: string; readonly sizeBytes: number }>;

  /**
   * Reads a blob from `start` through `end` (bytes, from 0), or all of it without a range. If the result is a Node stream, destroy
   * it when you stop reading early. `sizeBytes`: a whole blob of another size is unreadable.
   * @throws BlobMissing, BlobUnreadable and BlobStoreUnavailable before the first byte; the stream itself fails if the rest is unreadable.
   */
  open(blobId: string, range?: ByteRange, sizeBytes?: number): Promise<AsyncIterable<Uint8Array>>;

  /**
   * A URL from which a client reads the blob without the service, in whole or in ranges, if it begins within a minute; null if clients don't
   * reach the store. It is as good as the content: give it only to someone who may read that.
   */
  signedUrl(blobId: string, as: ServedAs): Promise<string | null>;

  /**
   * Reads a whole blob and passes it on in pieces; a piece is valid only until `take` returns.
   * @throws BlobMissing, BlobUnreadable, BlobStoreUnavailable.
   */
  feed(blobId: string, take: (bytes: Uint8Array) => void): Promise<void>;

  /**
   * Reads a blob and returns its actual digest and size.
   * @throws BlobMissing, BlobUnreadable, BlobStoreUnavailable.
   */
  digest(blobId: string): Promise<StoredBlob>;

  /** Deletes a blob; a no-op if it does not exist. */
  delete(blobId: string): Promise<void>;

  /**
   * Deletes many blobs, with as few flushes or requests as possible. Returns those that could not be deleted, with the reason; the others
   * are gone.
   */
  deleteMany(blobIds: readonly string[]): Promise<ReadonlyMap<string, unknown>>;

  /**
   * All blobs, each once, in no particular order; blobs added or deleted meanwhile may be included or not. Those indistinguishable
   * from damaged data are left out, and `onSkipped` gets the reason.
   */
  list(onSkipped?: (error: BlobUnreadable) => void): AsyncIterable<ListedBlob>;

  /** Removes unfinished work of killed writers; work that may still be in progress is left alone. Returns how many were removed. */
  removeAbandoned(): Promise<number>;

  /** The id of the database whose contents these are; null while the store belongs to none. @throws BlobStoreUnavailable */
  owner(): Promise<string | null>;

  /** Makes the store that of a database. Survives a power cut when it resolves. @throws BlobSpaceExhausted, BlobStoreUnavailable */
  setOwner(id: string): Promise<void>;

  /** True if the store is reachable and writable. */
  isAvailable(): Promise<boolean>;
}

/** Headers of the answer when a client reads a blob by a URL. */
export interface ServedAs {
  /** `Content-Disposition`. */
  readonly disposition: string;
  /** `Content-Type`. */
  readonly mediaType: string;
}

/** Options of a write. */
export interface WriteOptions {
  readonly maxBytes: number;
  /** The person or network that sends the content, so that a store can serve senders in turn; absent for a content of the service itself. */
  readonly sender?: string;
  /** Aborts when the sender is gone: then a write that waits for its turn fails with the reason. */
  readonly gone?: AbortSignal | undefined;
}

/** A blob of another store. `sha1`, if known: lower-case hexadecimal. */
export interface BlobOriginal {
  readonly blobId: string;
  readonly sizeBytes: number;
  readonly sha1?: string;
}

/** The stored blob: `sha1` is lower-case hexadecimal, computed over the written bytes. */
export interface StoredBlob {
  readonly blobId: string;
  readonly sha1: string;
  readonly sizeBytes: number;
}

/** Positions of the first and the last byte, both included, as in RFC 9110 section 14.1.2. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Why a blob of another size is unreadable. */
export function otherSize(actual: number, expected: number): string {
  return `It has ${actual} of ${expected} bytes.`;
}

/** A blob in a listing. `storedAt` is in milliseconds since the epoch, by the clock of the store. */
export interface ListedBlob {
  readonly blobId: string;
  readonly sizeBytes: number;
  readonly storedAt: number;
}

/** More bytes arrived than the caller allowed. */
export class BlobTooLarge extends Error {
  readonly code = 'blob_too_large';
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`The content exceeds the limit of ${maxBytes} bytes.`);
    this.maxBytes = maxBytes;
  }
}

/** The store is full. A retry helps once space has been freed. */
export class BlobSpaceExhausted extends Error {
  readonly code = 'blob_space_exhausted';
  constructor(cause: unknown) {
    super('The storage is full.', { cause });
  }
}

/** The store is currently unavailable. A later retry may help. */
export class BlobStoreUnavailable extends Error {
  readonly code = 'blob_store_unavailable';
  /** `folder`: where the contents are, if the operator has to look there. */
  constructor(cause: unknown, folder?: string) {
    const message =
      folder === undefined
        ? 'The blob store is currently unavailable.'
        : `The contents in ${folder} are currently unavailable. Check that its disk is mounted and works.`;
    super(message, { cause });
  }
}

/** True for a valid blob id in any store. Ids become file and object names, so nothing else may pass. */
export function isBlobId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** No blob has this id: it never existed, or it was damaged or removed outside the service. */
export class BlobMissing extends Error {
  readonly code = 'blob_missing';
  readonly blobId: string;
  constructor(blobId: string, cause?: unknown) {
    super(`Blob ${blobId} is not in the blob store.`, { cause });
    this.blobId = blobId;
  }
}

/** The store has something of this blob, but not all of it, or the disk cannot read it. Other blobs are not affected. */
export class BlobUnreadable extends Error {
  readonly code = 'blob_unreadable';
  readonly blobId: string;
  constructor(blobId: string, cause: unknown) {
    super(`Blob ${blobId} is damaged: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.blobId = blobId;
  }
}

/** The store has bytes other than those written, so no retry reads them. */
export class BlobDamaged extends BlobUnreadable {}

/** What keeps one blob from being read. Only `unreadable` may pass, so it is no sign of damage. */
export type BlobFault = 'missing' | 'damaged' | 'unreadable';

/** The fault of one blob; null for an error that is about something else. */
export function faultOf(error: unknown): BlobFault | null {
  if (error instanceof BlobMissing) return 'missing';
  if (error instanceof BlobDamaged) return 'damaged';
  return error instanceof BlobUnreadable ? 'unreadable' : null;
}
