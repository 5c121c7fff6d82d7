import { Agent, type Dispatcher } from 'undici';
import type { RawAnswer, RawBody } from './answer-form.ts';
import { ApiError } from './api-error.ts';

/** One HTTP exchange over kept-alive connections: undici's `request`, whose memory does not grow with a body. */
export interface Exchange {
  /** Rejects with `ApiError` (`offline`, `timed_out`), or with the signal's reason when cancelled. */
  send(request: ExchangeRequest): Promise<RawAnswer>;
  close(): Promise<void>;
}

export type ExchangeRequest = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
  /** How long the answer may stay away, milliseconds; also the longest silence within its body. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
};

export function createExchange(limits: { readonly connectTimeoutMs: number; readonly connections: number }): Exchange {
  const agent = new Agent({
    connect: { timeout: limits.connectTimeoutMs },
    connections: limits.connections,
    pipelining: 1,
    keepAliveTimeout: 30_000,
  });
  return {
    async send(request) {
      try {
        const answer = await agent.request(dispatchOptions(request));
        return {
          status: answer.statusCode,
          headers: plainHeaders(answer.headers),
          body: rawBody(answer.body, request),
        };
      } catch (cause) {
        throw exchangeError(cause, request);
      }
    },
    // Waits for nobody: what still runs at the end is not wanted any more.
    close: () => agent.destroy(),
  };
}

function dispatchOptions(request: ExchangeRequest): Dispatcher.RequestOptions {
  return {
    origin: request.url.origin,
    path: request.url.pathname + request.url.search,
    // undici takes any token; its type lists the usual ones.
    method: request.method as Dispatcher.HttpMethod,
    headers: { ...request.headers },
    // undici sends any async iterable; its type names only Node's own stream.
    body: request.body as Dispatcher.RequestOptions['body'] & {},
    headersTimeout: request.timeoutMs,
    bodyTimeout: request.timeoutMs,
    ...(request.signal && { signal: request.signal }),
  };
}

function rawBody(body: Dispatcher.ResponseData['body'], request: ExchangeRequest): RawBody {
  const translated = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (cause) {
      throw exchangeError(cause, request);
    }
  };
  return {
    text: () => translated(() => body.text()),
    drop: () => translated(() => body.dump()),
    async *[Symbol.asyncIterator]() {
      try {
        yield* body as AsyncIterable<Uint8Array>;
      } catch (cause) {
        throw exchangeError(cause, request);
      }
    },
  };
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

/** Says what went wrong with a connection, without the address's query (it may carry secrets). */
function exchangeError(cause: unknown, request: ExchangeRequest): unknown {
  if (request.signal?.aborted) return request.signal.reason;
  const code = errorCode(cause);
  const place = `${request.method} ${request.url.origin}${request.url.pathname}`;
  if (/TIMEOUT/.test(code)) {
    const message = `No answer in time to ${place}.`;
    return new ApiError({ status: null, code: 'timed_out', message }, { cause });
  }
  const message = `The service could not be reached (${code}): ${place}.`;
  return new ApiError({ status: null, code: 'offline', message }, { cause });
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : errorCode(error.cause);
}
