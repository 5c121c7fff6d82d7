import { request } from 'node:http';

/** A request as it goes over the wire: headers as pairs, so that one may be there twice. */
export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
  /** Bytes that are announced; more than the body has means that the connection is cut in the middle of it. */
  readonly announcedBytes: number | null;
}

/** The answer; `cut` when the service closed the connection without one, `hung` when none came in time. */
export type RawAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly headers: RawHeaders; readonly text: string }
  | { readonly kind: 'cut'; readonly reason: string }
  | { readonly kind: 'hung' };

export type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Milliseconds after which a request counts as hung. */
const patienceMs = 20_000;

/** Sends exactly this. Never rejects. */
export async function exchange(raw: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const url = new URL(raw.url);
    const sent = request({
      host: url.hostname,
      port: url.port,
      // Not normalised: the path is part of the test.
      path: raw.url.slice(url.origin.length) || '/',
      method: raw.method,
      agent: false,
      timeout: patienceMs,
    });
    for (const name of new Set(raw.headers.map(([name]) => name.toLowerCase()))) {
      const values = raw.headers.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value);
      sent.setHeader(name, values.length === 1 ? (values[0] ?? '') : values);
    }
    const announced = raw.announcedBytes ?? raw.body?.length ?? null;
    if (announced !== null && !sent.hasHeader('content-length')) sent.setHeader('content-length', String(announced));
    sent.on('timeout', () => {
      resolve({ kind: 'hung' });
      sent.destroy();
    });
    sent.on('error', (error) => resolve({ kind: 'cut', reason: error.message }));
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => resolve({ kind: 'cut', reason: error.message }));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('latin1');
        resolve({ kind: 'answer', status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    const isCut = raw.announcedBytes !== null && raw.announcedBytes > (raw.body?.length ?? 0);
    if (!isCut) {
      sent.end(raw.body ?? undefined);
      return;
    }
    sent.write(raw.body ?? Buffer.from(' '), () => sent.destroy(new Error('cut by the sender')));
  });
}
