import type { Dispatcher } from 'undici';
import { ApiError } from '../api-error.ts';
import type { RawAnswer, RawBody } from '../requests/answer-form.ts';
import { openLines, type ProxySetting, type SocketLine } from './proxy.ts';
import { NO_THROTTLE, type Sent, type Throttle, throttledDownload, throttledUpload } from './throttle.ts';

/** One HTTP exchange over kept-alive connections: undici's `request`, whose memory does not grow with a body. */
export interface Exchange {
  /** Rejects with `ApiError` (`offline`, `timed_out`), or with the signal's reason if cancelled. */
  send(request: ExchangeRequest): Promise<RawAnswer>;
  /** Closes all connections because they are dead (sleep, another network). The next request opens new ones. */
  drop(): void;
  close(): Promise<void>;
}

export type ExchangeRequest = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
  /** Timeout for the response headers, milliseconds; also the maximum pause within the body. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** For binary bodies. */
  readonly sent?: Sent | undefined;
};

export type ExchangeLimits = {
  readonly connectTimeoutMs: number;
  readonly connections: number;
  /** Applies to binary bodies, not to text: a listing never waits behind a file. */
  readonly throttle?: Throttle | undefined;
  /** Called with the number of response bytes passed on. */
  readonly spent?: ((bytes: number) => void) | undefined;
  /** Default: over the network only. */
  readonly socket?: SocketLine | null | undefined;
  /** Default: direct. */
  readonly proxy?: ProxySetting | undefined;
};

export function createExchange(limits: ExchangeLimits): Exchange {
  const throttle = limits.throttle ?? NO_THROTTLE;
  const lines = openLines(
    {
      connect: { timeout: limits.connectTimeoutMs },
      connections: limits.connections,
      pipelining: 1,
      keepAliveTimeout: 30_000,
    },
    limits.proxy,
    limits.socket,
  );
  return {
    async send(request) {
      const { body } = request;
      const isUpload = body !== null && typeof body !== 'string';
      // Before anything is sent: the service measures the speed of a body from its head on.
      const leave = isUpload ? await throttle.enter(sizeOf(body), request.signal) : undefined;
      const patience = patienceOf(request);
      try {
        const options = { ...dispatchOptions(request, throttle), ...patience.options };
        const line = await lines.to(request.url);
        const answer = await line.request(options);
        return {
          status: answer.statusCode,
          headers: plainHeaders(answer.headers),
          body: rawBody(answer.body, request, { throttle, spent: limits.spent }),
        };
      } catch (cause) {
        throw exchangeError(cause, request, limits.socket);
      } finally {
        leave?.();
        patience.end();
      }
    },
    drop: lines.drop,
    close: lines.close,
  };
}

/** A form counts as small: it has a whole file of moderate size. */
const sizeOf = (body: Uint8Array | AsyncIterable<Uint8Array>): number => (body instanceof Uint8Array ? body.length : 0);

function dispatchOptions(request: ExchangeRequest, throttle: Throttle): Dispatcher.RequestOptions {
  const { body } = request;
  const isBytes = body !== null && typeof body !== 'string';
  // A body sent in chunks needs an explicit length.
  const length = body instanceof Uint8Array ? { 'content-length': String(body.length) } : {};
  return {
    origin: request.url.origin,
    path: request.url.pathname + request.url.search,
    // undici accepts any method; its type lists only the usual ones.
    method: request.method as Dispatcher.HttpMethod,
    headers: { ...request.headers, ...length },
    // undici accepts any async iterable; its type allows only Node's own stream.
    body: (isBytes
      ? throttledUpload(throttle, body, request.signal, request.sent)
      : body) as Dispatcher.RequestOptions['body'] & {},
    bodyTimeout: request.timeoutMs,
  };
}

/** A longer timeout means a long poll, which runs all day. */
const LONG_WAIT_MS = 5 * 60_000;

type Patience = { readonly options: Partial<Dispatcher.RequestOptions>; end(): void };

/**
 * Response timeout. While one of undici's timers runs, undici wakes up twice a second. So a long wait uses its own timer. undici's timer starts
 * after the request was sent, this one before, so it does not suit uploads.
 */
function patienceOf({ timeoutMs, signal, body }: ExchangeRequest): Patience {
  if (timeoutMs < LONG_WAIT_MS || body !== null) {
    return { options: { headersTimeout: timeoutMs, ...(signal && { signal }) }, end: () => undefined };
  }
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('No answer in time.', 'TimeoutError')), timeoutMs);
  const either = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
  return { options: { headersTimeout: 0, signal: either }, end: () => clearTimeout(timer) };
}

type Passing = { readonly throttle: Throttle; readonly spent: ExchangeLimits['spent'] };

function rawBody(
  body: Dispatcher.ResponseData['body'],
  request: ExchangeRequest,
  { throttle, spent }: Passing,
): RawBody {
  const translated = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (cause) {
      throw exchangeError(cause, request);
    }
  };
  const drop = () => translated(() => body.dump());
  return {
    text: () => translated(() => boundedText(body, request, spent)),
    drop,
    [Symbol.asyncIterator]: () => {
      const pieces = piecesOf(body, request, { throttle, spent });
      return {
        next: () => pieces.next(),
        // A generator that was never started ends without closing the body, which would keep its connection.
        return: async () => {
          const end = await pieces.return(undefined);
          await drop();
          return end;
        },
      };
    },
  };
}

async function* piecesOf(
  body: Dispatcher.ResponseData['body'],
  request: ExchangeRequest,
  { throttle, spent }: Passing,
): AsyncGenerator<Uint8Array, undefined, undefined> {
  try {
    for await (const piece of throttledDownload(throttle, body as AsyncIterable<Uint8Array>, request.signal)) {
      yield piece;
      spent?.(piece.length);
    }
  } catch (cause) {
    throw exchangeError(cause, request);
  }
}

/** Maximum length of an answer read as text; a page of 1,000 items with all fields has about 3 million characters. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024;

async function boundedText(
  body: AsyncIterable<Uint8Array>,
  { method, url }: ExchangeRequest,
  spent: ExchangeLimits['spent'],
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_TEXT_BYTES) {
      // Leaving the loop closes the connection, however much is left.
      const message = `The service answered ${method} ${url.pathname} with more than ${MAX_TEXT_BYTES / 1024 / 1024} MiB.`;
      throw new ApiError({ status: null, code: 'bad_answer', message });
    }
    text += decoder.decode(chunk, { stream: true });
    spent?.(chunk.length);
  }
  return text + decoder.decode();
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

/** Describes a connection error, without the URL's query, which may contain secrets. */
function exchangeError(cause: unknown, request: ExchangeRequest, socket: ExchangeLimits['socket'] = null): unknown {
  if (request.signal?.aborted) return request.signal.reason;
  if (cause instanceof ApiError) return cause;
  const code = errorCode(cause);
  if (code === 'unusable_proxy' && cause instanceof Error) {
    return new ApiError({ status: null, code: 'offline', message: cause.message }, { cause });
  }
  const { origin, pathname } = request.url;
  if (socket?.origins.has(origin) === true && (code === 'ENOENT' || code === 'ECONNREFUSED')) {
    const message = { code: 'private_service_silent', args: { path: socket.line.path } } as const;
    return new ApiError({ status: null, code: 'offline', message }, { cause });
  }
  const place = `${request.method} ${origin}${pathname}`;
  if (/timeout/i.test(code)) {
    const message = { code: 'no_answer_in_time', args: { place } } as const;
    return new ApiError({ status: null, code: 'timed_out', message }, { cause });
  }
  const message = { code: 'no_answer', args: { place, errno: code } } as const;
  return new ApiError({ status: null, code: 'offline', message }, { cause });
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : errorCode(error.cause);
}
