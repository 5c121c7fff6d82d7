/** Stored answers to requests that carried an idempotency key. Times are in milliseconds since the epoch. */
export interface IdempotencyKeyReads {
  /** Null when the person has no answer by this key that is younger than its life. */
  get(userId: string, key: string): Promise<AnsweredRequest | null>;
}

/** A request that was carried out, and its answer. */
export interface AnsweredRequest {
  readonly userId: string;
  readonly key: string;
  /** The operation's name in the contract. */
  readonly operation: string;
  /** SHA-256 of all that makes a repeat the same request, in hexadecimal digits. */
  readonly fingerprint: string;
  /** SHA-1 of the content that came without a declared digest; null when there was none such. */
  readonly contentSha1: string | null;
  /** By whose authority it was sent: only the same may see the answer. */
  readonly authority: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; null without a body. */
  readonly body: string | null;
  readonly createdAt: number;
}

/** Changes to them. */
export interface IdempotencyKeyWrites extends IdempotencyKeyReads {
  /** False: nothing was written, because the key has an answer. */
  insert(request: AnsweredRequest): Promise<boolean>;
  deleteOfUser(userId: string): Promise<void>;
  /** Removes at most so many from before this time, and tells how many. */
  deleteBefore(time: number, limit: number): Promise<number>;
}
