/** A limit on the bytes of files that go up and come down; the engine's bandwidth fits. */
export interface Throttle {
  isLimited(direction: 'up' | 'down'): boolean;
  /** Resolves when so many bytes may go; rejects with the signal's reason. */
  take(direction: 'up' | 'down', bytes: number, signal: AbortSignal | undefined): Promise<void>;
}

export const NO_THROTTLE: Throttle = { isLimited: () => false, take: async () => undefined };

/** Small enough that streams take turns often, large enough that a turn is worth its cost. */
const PIECE_BYTES = 16 * 1024;
/** The same without a limit, if the bytes are to be counted. */
const COUNTED_BYTES = 256 * 1024;

/** Called with the number of body bytes sent so far; starts from 0 again for a retry. */
export type Sent = (bytes: number) => void;

/** The content of a request in pieces, as the limit allows; without a limit and a counter it is passed through. */
export function throttledUpload(
  throttle: Throttle,
  body: Uint8Array | AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
  sent?: Sent,
): Uint8Array | AsyncIterable<Uint8Array> {
  if (sent === undefined && !throttle.isLimited('up')) return body;
  const pieces = throttled(throttle, 'up', body instanceof Uint8Array ? [body] : body, signal);
  return sent === undefined ? pieces : counted(pieces, sent);
}

/** A piece went out when the next one is asked for: the connection asks as fast as it takes them. */
async function* counted(pieces: AsyncIterable<Uint8Array>, sent: Sent): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    for (let start = 0; start < piece.length; start += COUNTED_BYTES) {
      const part = piece.subarray(start, start + COUNTED_BYTES);
      sent(bytes);
      yield part;
      bytes += part.length;
    }
  }
  sent(bytes);
}

/** The bytes of an answer; each piece is handed on when the limit allows, and the connection waits meanwhile. */
export function throttledDownload(
  throttle: Throttle,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  return throttled(throttle, 'down', body, signal);
}

async function* throttled(
  throttle: Throttle,
  direction: 'up' | 'down',
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    for (let start = 0; start < chunk.length; ) {
      // A limit may come or go while a large file is on its way.
      if (!throttle.isLimited(direction)) {
        yield chunk.subarray(start);
        break;
      }
      const piece = chunk.subarray(start, start + PIECE_BYTES);
      await throttle.take(direction, piece.length, signal);
      yield piece;
      start += piece.length;
    }
  }
}
