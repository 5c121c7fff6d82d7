/**
 * Where contents live. A blob is immutable, has a random id, and is either wholly there or not there at all.
 *
 * The order that keeps promises: `write` or `compose` resolves (content and directory entry are flushed), then the
 * metadata row that names the blob commits, then the caller is answered. A crash between the first two leaves a blob
 * that nothing names; `list` finds it and a job deletes it.
 */
export interface BlobStore {
  /**
   * Stores a content that arrives as a stream; memory use does not grow with its size. It resolves when the content would
   * survive a power cut. If the stream fails, the limit is passed or the disk is full, nothing remains.
   * @throws BlobTooLarge when more than `maxBytes` arrive; BlobSpaceExhausted when there is no room; BlobStoreUnavailable;
   * whatever the stream throws.
   */
  write(content: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<StoredBlob>;

  /**
   * Stores many small contents, all in memory, with one flush for all where the store can: all of them or none. Each is a blob of its
   * own, in the order of `contents`. @throws BlobSpaceExhausted, BlobStoreUnavailable.
   */
  writeMany(contents: readonly Uint8Array[]): Promise<readonly StoredBlob[]>;

  /**
   * Makes one blob of others, in this order, without copying their bytes through memory. The parts stay as they are and
   * may be deleted afterwards without harm to the whole. The SHA-1 of the whole is not computed here: see `digest`.
   * @throws BlobMissing when a part does not exist; BlobSpaceExhausted; BlobStoreUnavailable.
   */
  compose(partIds: readonly string[]): Promise<{ readonly blobId: string; readonly sizeBytes: number }>;

  /**
   * Reads a content from `start` up to and including `end` (bytes, from 0); all of it without a range.
   * What is no longer wanted must be destroyed if it is a Node stream.
   * @throws BlobMissing and BlobStoreUnavailable before the first byte; the stream itself fails when the content is shorter
   * than it must be.
   */
  open(blobId: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;

  /** Reads all of a content and hands it on, piece by piece; a piece is good only until `take` returns. @throws BlobMissing. */
  feed(blobId: string, take: (bytes: Uint8Array) => void): Promise<void>;

  /** Reads a blob and tells what is really in it. @throws BlobMissing. */
  digest(blobId: string): Promise<StoredBlob>;

  /** Removes a blob; one that is not there is no error. */
  delete(blobId: string): Promise<void>;

  /** All blobs, in no order, each once; blobs that come or go meanwhile may or may not be among them. */
  list(): AsyncIterable<ListedBlob>;

  /**
   * Removes what writers left that were killed in the middle; work that may still go on is left alone. Tells how much it was.
   */
  removeAbandoned(): Promise<number>;

  /** True when the store can be reached and written to. */
  isAvailable(): Promise<boolean>;
}

/** How a content is written. */
export interface WriteOptions {
  readonly maxBytes: number;
  /** The id that the blob had in another store; without one it gets a new one. It must not be in use. */
  readonly blobId?: string;
}

/** What was stored: `sha1` is lower-case hexadecimal and was computed over the bytes that were written. */
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

/** A blob as a listing shows it. `storedAt` is in milliseconds since the epoch, by the clock of the store. */
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
    super(`The content is larger than the ${maxBytes} bytes that were allowed.`);
    this.maxBytes = maxBytes;
  }
}

/** There is no room for a content. Trying again helps once space was made. */
export class BlobSpaceExhausted extends Error {
  readonly code = 'blob_space_exhausted';
  constructor(cause: unknown) {
    super('There is no space left where contents are stored.', { cause });
  }
}

/** The store cannot be reached, or cannot answer at the moment. Trying again later may help. */
export class BlobStoreUnavailable extends Error {
  readonly code = 'blob_store_unavailable';
  constructor(cause: unknown) {
    super('The store of contents cannot be reached or cannot answer at the moment.', { cause });
  }
}

/** True for what can be the id of a blob, in any store: ids become names of files and objects, so nothing else may pass. */
export function isBlobId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** No blob has this id: either it never existed, or it was damaged or removed behind the service's back. */
export class BlobMissing extends Error {
  readonly code = 'blob_missing';
  readonly blobId: string;
  constructor(blobId: string, cause?: unknown) {
    super(`The content ${blobId} is not in the blob store.`, { cause });
    this.blobId = blobId;
  }
}
