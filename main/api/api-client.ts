import { randomBytes, randomUUID } from 'node:crypto';
import { KEY_HEADER, KEYS_ANNOUNCED_HEADER, parseKeysAnnounced, takesKey } from '../../contract/idempotency.ts';
import type { AnswerOf, Method, Operation, SentRequestOf } from '../../contract/operation.ts';
import { withdrawIdempotencyKey } from '../../contract/operations/streams/idempotency-keys.ts';
import { UNAVAILABLE_CONTENT_HEADER } from '../../contract/rules/unavailable-content.ts';
import { type AccountPace, createAccountPace, type Timing } from './account-pace.ts';
import { ApiError, isUnreached } from './api-error.ts';
import { findOutcome, isOutcomeUnknown, type Outcome, readSettled, settleForm } from './lost-answer.ts';
import { errorAnswer, type RawAnswer, readAnswer } from './requests/answer-form.ts';
import { goesThroughLink, type LooseRequest, type RequestForm, requestForm } from './requests/request-form.ts';
import { retryAfterMs } from './requests/retry-after.ts';
import type { TokenSource } from './token-source.ts';
import { createExchange, type Exchange } from './transport/exchange.ts';
import type { PrivateLine, ProxySetting } from './transport/proxy.ts';
import type { Sent, Throttle } from './transport/throttle.ts';
import { unlessAborted } from './unless-aborted.ts';

/**
 * The typed client of the service. Everything about an operation (types, validation on both ends, URLs) comes from its declaration
 * in the contract. This module handles transport: connections, timeouts, the token, and retries. Every failure is an `ApiError`; a
 * cancelled call rejects with its signal's reason.
 */
export interface ApiClient {
  call<O extends Operation>(operation: O, request: SentRequestOf<O>, options?: CallOptions): Promise<AnswerOf<O>>;
  /**
   * GETs a URL from an answer (file contents, a long poll), and whatever it redirects to. The token is sent only to the configured origins. Resolves
   * for 200 and 206 and rejects otherwise.
   */
  follow(url: string, options: FollowOptions): Promise<RawAnswer>;
  /**
   * One raw request for scripts: a path below the base URL, e.g. `/users/me?fields=role`, and a JSON text as its body. Resolves with any status;
   * rejects only if there is no answer.
   */
  byHand(request: HandRequest, signal?: AbortSignal): Promise<HandAnswer>;
  /** True if the URL is on a configured origin, so that the token may be sent to it. */
  trusts(url: string): boolean;
  /** Requests sent so far, including retries. */
  requests(): number;
  /** True once the service announced idempotency keys, as Tandem's does: others may take less than the whole interface. */
  announcesKeys(): boolean;
  /** Closes all connections. Repeatable requests are retried, all others fail as `offline`. */
  dropConnections(): void;
  /** Ends a pause that a gateway asked for: the next request is sent at once. */
  endPause(): void;
  close(): Promise<void>;
}

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** An absolute URL from the service for this operation; used only if it is trusted. */
  readonly url?: string | undefined;
  readonly timeoutMs?: number;
  /**
   * Called right before each attempt, after all waiting (an account-wide pause, a new token, a backoff). False: the request is not sent, and the
   * call rejects with `withdrawn`.
   */
  readonly isStillDue?: (() => boolean) | undefined;
  /** Reports upload progress of the content. */
  readonly sent?: Sent | undefined;
};

export type HandRequest = {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
};

export type HandAnswer = {
  readonly status: number;
  readonly headers: RawAnswer['headers'];
  readonly text: string;
};

export type FollowOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** Never retried: the caller needs to know about the failure. */
  readonly isOnce?: boolean;
};

export type ApiClientOptions = {
  /** With the version segment, e.g. `http://127.0.0.1:8080/2.0`. */
  readonly baseUrl: string;
  readonly uploadUrl: string;
  readonly tokens: TokenSource;
  readonly timing: Timing;
  readonly userAgent: string;
  /** Speed limit for file contents; default: unlimited. */
  readonly throttle?: Throttle;
  /** Called with the number of content bytes received and passed on. */
  readonly spent?: (bytes: number) => void;
  /** Default: none. */
  readonly proxy?: ProxySetting;
  /** Where the service listens instead of at the host of its URLs. */
  readonly socket?: PrivateLine | undefined;
  /** Connections to one origin at a time. */
  readonly connections?: number;
  readonly timeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /** Longest server-requested pause to wait out. A longer one is returned to the caller. */
  readonly longestWaitMs?: number;
  /** Attempts of a repeatable request, including the first. */
  readonly attempts?: number;
  /** Creates the idempotency key of a request; default: random. */
  readonly newKey?: () => string;
  /** The transport; default: kept-alive connections. */
  readonly exchange?: Exchange;
};

const FIRST_BACKOFF_MS = 300;

export function createApiClient(options: ApiClientOptions): ApiClient {
  const line = openLine(options);
  return {
    async call(operation, request, callOptions = {}) {
      // The table has typed the request; below, its parts are read by name.
      const stated = requestForm(operation, request as LooseRequest, () => randomBytes(15).toString('hex'));
      const key = needsKey(stated) ? (options.newKey ?? randomUUID)() : null;
      const form = key === null ? stated : { ...stated, headers: { ...stated.headers, [KEY_HEADER]: key } };
      const base = operation.host === 'upload' ? line.uploadUrl : line.baseUrl;
      const url = line.trusts(callOptions.url) ? new URL(callOptions.url) : new URL(base + form.path);
      if (form.query !== '') url.search = form.query;
      const answer = await line
        .attempts(form, callOptions.signal, async () => readAnswer(operation, await line.send(url, form, callOptions)))
        .catch(async (error: unknown) => {
          if (key === null || !isOutcomeUnknown(error)) throw error;
          const found = await outcomeOf(line, options.timing, key, callOptions.signal);
          if (found === 'unknown') throw error;
          if (found === 'void') throw error.asVoid();
          return readAnswer(operation, found);
        });
      // `readAnswer` has validated status, headers and body against the declaration that this type derives from.
      return answer as AnswerOf<typeof operation>;
    },
    async follow(url, followOptions) {
      const form = followForm(followOptions.headers ?? {});
      const once = () => followed(line, url, form, followOptions);
      return followOptions.isOnce === true ? once() : line.attempts(form, followOptions.signal, once);
    },
    async byHand({ method, path, body, headers }, signal) {
      const type = body === null ? {} : { 'content-type': 'application/json' };
      const form: RequestForm = {
        method,
        path,
        query: '',
        headers: { ...type, ...headers },
        body: () => body,
        canRepeat: true,
      };
      const raw = await line.send(new URL(line.baseUrl + path), form, { signal });
      return { status: raw.status, headers: raw.headers, text: await raw.body.text() };
    },
    trusts: (url) => line.trusts(url),
    requests: () => line.requests(),
    announcesKeys: () => line.knowsKeys(),
    dropConnections: () => line.dropConnections(),
    endPause: () => line.endPause(),
    close: () => line.close(),
  };
}

/** The outcome of the request with this key: it must not be carried out later, when its target may have changed. */
async function outcomeOf(line: Line, timing: Timing, key: string, signal: AbortSignal | undefined): Promise<Outcome> {
  if (!line.knowsKeys()) return 'unknown';
  const form = settleForm(key);
  const settle = async () => {
    const raw = await line.send(new URL(line.baseUrl + form.path), form, { signal });
    return readSettled(await readAnswer(withdrawIdempotencyKey, raw));
  };
  return findOutcome(settle, timing, signal);
}

type Line = ReturnType<typeof openLine>;

/** Shared by all calls: connections, speed limit, counter, token. */
function openLine(options: ApiClientOptions) {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const uploadUrl = options.uploadUrl.replace(/\/+$/, '');
  const origins = new Set([new URL(baseUrl).origin, new URL(uploadUrl).origin]);
  const exchange = options.exchange ?? connectionsFor(options, origins);
  const longestWaitMs = options.longestWaitMs ?? 20_000;
  const pace = createAccountPace(options.timing, longestWaitMs);
  let requests = 0;
  let knowsKeys = false;
  const trusts = (url: string | undefined): url is string =>
    url !== undefined && URL.canParse(url) && origins.has(new URL(url).origin);
  const sendOnce = async (url: URL, form: RequestForm, call: CallOptions, token: string | null): Promise<RawAnswer> => {
    const pausesBefore = await pace.ready(call.signal);
    if (call.isStillDue?.() === false) throw withdrawn(form);
    requests += 1;
    const raw = await exchange.send({
      url,
      method: form.method,
      headers: {
        ...form.headers,
        'user-agent': options.userAgent,
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: form.body(),
      timeoutMs: call.timeoutMs ?? options.timeoutMs ?? 60_000,
      signal: call.signal,
      sent: call.sent,
    });
    knowsKeys ||= parseKeysAnnounced(raw.headers[KEYS_ANNOUNCED_HEADER]) !== null;
    // The host of a content knows nothing of the account.
    const pause = trusts(url.href) ? pauseOf(form, raw) : null;
    if (pause !== null) pace.slowDown(pause, retryAfterMs(raw.headers), pausesBefore);
    return raw;
  };
  /** One attempt, plus a second one if the token has expired. */
  const send = async (url: URL, form: RequestForm, call: CallOptions): Promise<RawAnswer> => {
    if (!trusts(url.href)) return sendOnce(url, form, call, null);
    // A renewal of a silent service takes half a minute, and all requests share it.
    const token = await unlessAborted(options.tokens.token(call.signal), call.signal);
    const raw = await sendOnce(url, form, call, token);
    if (raw.status !== 401 || !form.canRepeat) return raw;
    const renewed = await renewedAfter(raw, options.tokens.renew(token, call.signal), call.signal);
    if (renewed === null) return raw;
    await raw.body.drop();
    return sendOnce(url, form, call, renewed);
  };
  return {
    baseUrl,
    uploadUrl,
    trusts,
    requests: () => requests,
    dropConnections: () => exchange.drop(),
    endPause: () => pace.forgetUnavailable(),
    close: () => exchange.close(),
    send,
    attempts: <T>(form: RequestForm, signal: AbortSignal | undefined, attempt: () => Promise<T>) =>
      repeat({ form, signal, attempt, pace, longestWaitMs, timing: options.timing, attempts: options.attempts ?? 4 }),
    knowsKeys: () => knowsKeys,
  };
}

/** The token to repeat a refused request with; null: the refusal stands. */
async function renewedAfter(
  refused: RawAnswer,
  renewal: Promise<string | null>,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  try {
    return await unlessAborted(renewal, signal);
  } catch (error) {
    // A secret that can't be read or stored is no fault of the request. The account is signed out until it can.
    if (!(error instanceof ApiError) && signal?.aborted !== true) return null;
    await refused.body.drop();
    signal?.throwIfAborted();
    throw error;
  }
}

function connectionsFor(options: ApiClientOptions, origins: ReadonlySet<string>): Exchange {
  return createExchange({
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    connections: options.connections ?? 24,
    throttle: options.throttle,
    spent: options.spent,
    proxy: options.proxy,
    socket: options.socket === undefined ? null : { line: options.socket, origins },
  });
}

type Repetition<T> = {
  readonly form: RequestForm;
  readonly signal: AbortSignal | undefined;
  readonly attempt: () => Promise<T>;
  readonly pace: AccountPace;
  readonly timing: Timing;
  readonly longestWaitMs: number;
  readonly attempts: number;
};

/** Retries repeatable requests with exponential backoff and jitter. */
async function repeat<T>(work: Repetition<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      const answer = await work.attempt();
      work.pace.answered();
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isTooLong = (error.retryAfterMs ?? 0) > work.longestWaitMs;
      if (failures >= work.attempts || isTooLong || !mayRepeat(work.form, error)) throw error;
      await work.timing.sleep(FIRST_BACKOFF_MS * 2 ** (failures - 1) * (0.5 + work.timing.fraction()), work.signal);
      work.signal?.throwIfAborted();
    }
  }
}

/**
 * The status of a refusal that concerns the whole account. A 429 through a shared link may be about wrong passwords of that link alone, and the
 * service marks a 503 about one content.
 */
function pauseOf(form: RequestForm, { status, headers }: RawAnswer): 429 | 503 | null {
  if (status === 503) return headers[UNAVAILABLE_CONTENT_HEADER] === undefined ? status : null;
  return status === 429 && !goesThroughLink(form) ? status : null;
}

/**
 * After a 429 nothing was done, so every request can be retried. After a broken connection or a 5xx it may have been done (a write
 * "may still land"), so only idempotent requests are retried; other writers check first (edge case 99).
 */
function mayRepeat(form: RequestForm, error: ApiError): boolean {
  if (!form.canRepeat || error.code === 'not_the_service') return false;
  if (error.status === 429) return true;
  const sameEffectTwice = form.method === 'GET' || form.method === 'OPTIONS' || isPart(form);
  return sameEffectTwice && (isUnreached(error) || (error.status !== null && error.status >= 500));
}

const withdrawn = ({ method, path }: RequestForm): ApiError =>
  new ApiError({
    status: null,
    code: 'withdrawn',
    message: `${method} ${path} was not sent because it was cancelled.`,
  });

/** True for changing requests, whose answer may get lost. Upload parts are simply repeated. */
function needsKey(form: RequestForm): boolean {
  return takesKey(form.method as Method) && !isPart(form);
}

/** A part of an upload session: the service stores each range once. */
function isPart(form: RequestForm): boolean {
  return form.method === 'PUT' && form.headers['content-range'] !== undefined;
}

/** A storage may redirect once more to the host that has the bytes. */
const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

async function followed(line: Line, first: string, form: RequestForm, options: FollowOptions): Promise<RawAnswer> {
  let url = followable(first, `${line.baseUrl}/`);
  for (let redirects = 0; ; redirects++) {
    const raw = await line.send(url, form, options);
    if (raw.status === 200 || raw.status === 206) return raw;
    const { location } = raw.headers;
    const isRedirect = REDIRECTS.has(raw.status) && location !== undefined && redirects < MAX_REDIRECTS;
    if (!isRedirect) {
      const error = await errorAnswer('an address of its own', raw);
      throw line.trusts(url.href) ? error : error.asOfContentHost();
    }
    await raw.body.drop();
    url = followable(location, url.href);
  }
}

/** A URL that may be followed: http or https, and never from https back to http. It may be relative (RFC 9110 10.2.2). */
function followable(location: string, from: string): URL {
  const url = URL.canParse(location, from) ? new URL(location, from) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && new URL(from).protocol === 'http:');
  if (url && isSafe) return url;
  throw new ApiError({
    status: null,
    code: 'bad_answer',
    message: { code: 'unsafe_address', args: {} },
  });
}

function followForm(headers: Readonly<Record<string, string>>): RequestForm {
  return { method: 'GET', path: '', query: '', headers, body: () => null, canRepeat: true };
}
