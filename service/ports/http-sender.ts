import type { Sentence } from '../../contract/resources/sentence.ts';

/**
 * Sends messages to URLs that users chose. Users must not reach anything through the service that only the service can reach. The
 * adapter decides which addresses are allowed and connects to no others, whatever a name resolves to.
 */
export interface HttpSender {
  /** The reason why this URL can never be used; null if it would be tried. */
  objection(address: string): readonly Sentence[] | null;
  /** Sends one POST. It follows no redirects, reads little of the response and never throws. */
  post(message: HttpMessage): Promise<HttpOutcome>;
  close(): Promise<void>;
}

/** A message. */
export interface HttpMessage {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Timeout for the whole exchange, in milliseconds. */
  readonly timeoutMs: number;
  /** Cancels it. */
  readonly signal: AbortSignal;
}

/** The outcome of a message: a response, a failure with its reason, or a cancellation. */
export type HttpOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: readonly Sentence[] }
  | { readonly kind: 'ended' };
