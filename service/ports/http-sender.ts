/**
 * Sends messages to addresses that people chose. Whoever may choose an address must not reach through the service what only
 * the service can reach: the adapter decides which addresses are good, and connects to no other, whatever a name resolves to.
 */
export interface HttpSender {
  /** Why nothing would ever be sent to this address, as a clause for a person; null when it would be tried. */
  objection(address: string): string | null;
  /** Sends one POST. It follows no redirect, reads little of the answer and never throws. */
  post(message: HttpMessage): Promise<HttpOutcome>;
  close(): Promise<void>;
}

/** A message. */
export interface HttpMessage {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How long the whole of it may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends it early. */
  readonly signal: AbortSignal;
}

/** What came of a message: an answer, no answer and why, or the sender itself ended it. */
export type HttpOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'ended' };
