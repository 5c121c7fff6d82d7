import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Fault for a request that matches a rule. */
export type Fault =
  /** The connection breaks before the request reaches the service. */
  | { readonly kind: 'cut-before' }
  /** The service processes the request, but the answer is lost. */
  | { readonly kind: 'cut-after' }
  /** Forwarded twice, as proxies do after a timeout; the client gets the second answer. */
  | { readonly kind: 'repeat' }
  /** The answer is truncated after this many bytes of its body. */
  | { readonly kind: 'cut-answer'; readonly afterBytes: number }
  /** Someone else answers, e.g. 429 or a captive portal page. The request never reaches the service. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Delayed until the promise resolves, then forwarded. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }
  /** The answer has the same length but different bytes. */
  | { readonly kind: 'damage' };

export type FaultRule = {
  readonly method?: string;
  /** Matched against the path with its query. */
  readonly path?: RegExp;
  /** Number of requests to affect; default 1. */
  readonly times?: number;
  /** Number of requests to skip first; default 0. */
  readonly after?: number;
  readonly fault: Fault;
};

export type SeenRequest = { readonly method: string; readonly path: string; readonly bytes: number };

/** An HTTP proxy on the loopback address that injects faults between a client and a service. */
export interface FaultyProxy extends AsyncDisposable {
  readonly baseUrl: string;
  readonly uploadUrl: string;
  /** All received requests in order, including broken ones. */
  readonly seen: readonly SeenRequest[];
  /** Adds a rule. The first matching rule applies. */
  break(rule: FaultRule): void;
  /** Removes all rules. */
  mend(): void;
  /** Bytes per second of request and answer bodies, across all connections; null: unlimited. */
  limit(bytesPerSecond: number | null): void;
  stop(): Promise<void>;
}

/** @param service URLs of the real service. URLs in its answers are rewritten to go through the proxy. */
export async function startFaultyProxy(service: { readonly publicUrl: string }): Promise<FaultyProxy> {
  const rules: { readonly rule: FaultRule; skip: number; left: number }[] = [];
  const seen: SeenRequest[] = [];
  const pace = createPace();
  let origin = '';
  const faultFor = (method: string, path: string): Fault | null => {
    for (const entry of rules) {
      const { rule } = entry;
      if (entry.left === 0 || (rule.method ?? method) !== method || !(rule.path ?? /^/).test(path)) continue;
      if (entry.skip > 0) {
        entry.skip -= 1;
        continue;
      }
      entry.left -= 1;
      return rule.fault;
    }
    return null;
  };
  const server = createServer((request, response) => {
    void pass(request, response).catch(() => response.destroy());
  });
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [method = 'GET', path = '/'] = [request.method, request.url];
    const fault = faultFor(method, path);
    const body = await readAll(request, pace);
    seen.push({ method, path, bytes: body.length });
    if (fault?.kind === 'cut-before') return void request.socket.destroy();
    if (fault?.kind === 'answer') return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    if (fault?.kind === 'hold') await fault.until;
    if (fault?.kind === 'repeat') (await forward(service.publicUrl, request, body)).resume();
    const answer = await forward(service.publicUrl, request, body);
    if (fault?.kind === 'cut-after') {
      answer.resume();
      return void request.socket.destroy();
    }
    await answerWith(answer, response, { fault, pace, from: service.publicUrl, to: origin });
  };
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return {
    baseUrl: `${origin}/2.0`,
    uploadUrl: `${origin}/upload/2.0`,
    seen,
    break: (rule) => void rules.push({ rule, skip: rule.after ?? 0, left: rule.times ?? 1 }),
    mend: () => void rules.splice(0),
    limit: pace.limit,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Throttles bytes to the limit: each chunk waits for its share of time. */
function createPace() {
  let bytesPerSecond: number | null = null;
  let freeAtMs = 0;
  return {
    limit: (limit: number | null) => {
      bytesPerSecond = limit;
      freeAtMs = 0;
    },
    async pass(bytes: number): Promise<void> {
      if (bytesPerSecond === null) return;
      freeAtMs = Math.max(freeAtMs, Date.now()) + (bytes * 1000) / bytesPerSecond;
      const waitMs = freeAtMs - Date.now();
      if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs));
    },
  };
}

type Pace = ReturnType<typeof createPace>;

async function readAll(stream: AsyncIterable<Buffer>, pace: Pace): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    await pace.pass(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function forward(publicUrl: string, request: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { host: _host, 'transfer-encoding': _encoding, ...headers } = request.headers;
    const onward = send(`${publicUrl}${request.url ?? '/'}`, {
      method: request.method ?? 'GET',
      headers: { ...headers, ...(body.length > 0 && { 'content-length': String(body.length) }) },
      agent: false,
    });
    onward.once('response', resolve).once('error', reject);
    // Abort the backend request when the client disconnects, so that no long poll stays behind.
    const hangUp = (): void => void onward.destroy();
    request.socket.once('close', hangUp);
    onward.once('close', () => request.socket.off('close', hangUp));
    onward.end(body);
  });
}

type Passage = { readonly fault: Fault | null; readonly pace: Pace; readonly from: string; readonly to: string };

async function answerWith(answer: IncomingMessage, response: ServerResponse, passage: Passage): Promise<void> {
  const { fault, pace, from, to } = passage;
  const { 'content-length': length, connection: _connection, 'keep-alive': _keep, ...rest } = answer.headers;
  const location = rest.location === undefined ? {} : { location: rest.location.replace(from, to) };
  const isJson = /json/.test(rest['content-type'] ?? '');
  if (isJson) {
    const text = (await readAll(answer, pace)).toString().replaceAll(from, to);
    return void response.writeHead(answer.statusCode ?? 502, { ...rest, ...location }).end(text);
  }
  const sized = length === undefined ? {} : { 'content-length': length };
  response.writeHead(answer.statusCode ?? 502, { ...rest, ...location, ...sized });
  let sent = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    await pace.pass(chunk.length);
    const part = fault?.kind === 'cut-answer' ? chunk.subarray(0, fault.afterBytes - sent) : chunk;
    sent += part.length;
    const isLast = fault?.kind === 'cut-answer' && sent >= fault.afterBytes;
    const bytes = fault?.kind === 'damage' ? part.map((byte) => byte ^ 0xff) : part;
    await new Promise<void>((resolve, reject) => {
      response.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    if (isLast) return void response.destroy();
  }
  response.end();
}
