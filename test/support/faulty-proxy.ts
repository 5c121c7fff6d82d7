import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What goes wrong with a request that a rule catches. */
export type Fault =
  /** The connection breaks before the service hears of the request. */
  | { readonly kind: 'cut-before' }
  /** The service does it, the answer never arrives. */
  | { readonly kind: 'cut-after' }
  /** Passed on twice, as proxies do that get no answer in time; the second answer arrives. */
  | { readonly kind: 'repeat' }
  /** The answer breaks off after this many bytes of its body. */
  | { readonly kind: 'cut-answer'; readonly afterBytes: number }
  /** Something else answers, e.g. 429, or the page of a captive portal; the service hears nothing. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Held until the promise resolves, then passed on. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }
  /** The bytes of the answer are other ones, of the same length. */
  | { readonly kind: 'damage' };

export type FaultRule = {
  readonly method?: string;
  /** Tested against the path with its query. */
  readonly path?: RegExp;
  /** How many requests it catches; default 1. */
  readonly times?: number;
  /** Lets this many pass first; default 0. */
  readonly after?: number;
  readonly fault: Fault;
};

export type SeenRequest = { readonly method: string; readonly path: string; readonly bytes: number };

/** An HTTP proxy on the loopback address in front of a service, which breaks what it is told to break. */
export interface FaultyProxy extends AsyncDisposable {
  readonly baseUrl: string;
  readonly uploadUrl: string;
  /** Requests that arrived here, in order, those that were broken included. */
  readonly seen: readonly SeenRequest[];
  /** Adds a rule; the first that fits a request catches it. */
  break(rule: FaultRule): void;
  /** Forgets all rules. */
  mend(): void;
  /** Bytes per second of request and answer bodies, all connections together; null: as fast as it goes. */
  limit(bytesPerSecond: number | null): void;
  stop(): Promise<void>;
}

/** @param service addresses of the real service; addresses in its answers are led through the proxy as well. */
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

/** Lets bytes through no faster than asked for: each chunk waits for its share of time. */
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
    // Whoever hangs up here hangs up there: a long poll must not stay behind.
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
