/** A speed limit for uploaded and downloaded file contents; the engine's bandwidth fits. */
export interface Throttle {
  isLimited(direction: 'up' | 'down'): boolean;
  /** Resolves when this many bytes may be transferred; rejects with the signal's reason. */
  take(direction: 'up' | 'down', bytes: number, signal: AbortSignal | undefined): Promise<void>;
  /** Resolves when an upload body of this size may begin, with a function to call at its end; rejects with the signal's reason. */
  enter(bytes: number, signal: AbortSignal | undefined): Promise<() => void>;
}

export const NO_THROTTLE: Throttle = {
  isLimited: () => false,
  take: async () => undefined,
  enter: async () => () => undefined,
};

/** Small enough that streams alternate often, large enough to keep overhead low. */
const PIECE_BYTES = 16 * 1024;
/**
 * Largest chunk without a limit. The answer timeout restarts only when the connection accepts a chunk, so each chunk of a slow
 * uplink must fit into it, even while other requests share the line.
 */
const UNLIMITED_BYTES = 64 * 1024;

/** Called with the number of body bytes sent so far; restarts from 0 for a retry. */
export type Sent = (bytes: number) => void;

/** Splits a request's content into chunks at the allowed rate; without a limit or counter, one small chunk passes through. */
export function throttledUpload(
  throttle: Throttle,
  body: Uint8Array | AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
  sent?: Sent,
): Uint8Array | AsyncIterable<Uint8Array> {
  const isBytes = body instanceof Uint8Array;
  if (isBytes && body.length <= UNLIMITED_BYTES && sent === undefined && !throttle.isLimited('up')) return body;
  return counted(throttled(throttle, 'up', isBytes ? [body] : body, signal), sent);
}

/** A chunk counts as sent when the next one is requested: the connection pulls at its own speed. */
async function* counted(pieces: AsyncIterable<Uint8Array>, sent: Sent = () => undefined): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    for (let start = 0; start < piece.length; start += UNLIMITED_BYTES) {
      const part = piece.subarray(start, start + UNLIMITED_BYTES);
      sent(bytes);
      yield part;
      bytes += part.length;
    }
  }
  sent(bytes);
}

/** Passes on a response in chunks at the allowed rate; the connection waits meanwhile. */
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
      // A limit may be set or removed during a large transfer.
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
