import { createServer, type ServerResponse } from 'node:http';
import { builtInClient } from '../../contract/oauth.ts';

/** One answer that a browser brought back. */
export interface BroughtBack {
  /** The whole address that the browser was led to. */
  readonly url: URL;
  /** What the person sees in the browser, with a link to `wayBack`; the answer of the listener ends with it. */
  show(title: string, sentence: string, wayBack: string | null): void;
}

/** Waits on the loopback address for the browser to come back from a sign-in (RFC 8252 7.3). */
export interface LoopbackListener {
  readonly redirectUri: string;
  /** Resolves with the first answer that carries `state`; others are turned away. Rejects when `signal` aborts. */
  answer(state: string, signal: AbortSignal): Promise<BroughtBack>;
  close(): Promise<void>;
}

/** Listens on a free port of the loopback address. */
export async function listenOnLoopback(): Promise<LoopbackListener> {
  let waiting: { readonly state: string; readonly resolve: (answer: BroughtBack) => void } | null = null;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', redirectUri);
    const isAnswer = request.method === 'GET' && url.pathname === builtInClient.redirectPath;
    if (!isAnswer || waiting === null || url.searchParams.get('state') !== waiting.state) {
      sendPage(response, 404, 'Nothing to see here', 'This address is for the end of a sign-in that Tandem began.');
      return;
    }
    const { resolve } = waiting;
    waiting = null;
    resolve({ url, show: (title, sentence, wayBack) => sendPage(response, 200, title, sentence, wayBack) });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
  const redirectUri = `http://127.0.0.1:${address.port}${builtInClient.redirectPath}`;
  return {
    redirectUri,
    answer: (state, signal) =>
      new Promise((resolve, reject) => {
        waiting = { state, resolve };
        const giveUp = (): void => reject(new Error('Nobody came back in time.', { cause: signal.reason }));
        signal.addEventListener('abort', giveUp, { once: true });
        if (signal.aborted) giveUp();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

/** Plain HTML without anything from outside in it. */
function sendPage(
  response: ServerResponse,
  status: number,
  title: string,
  sentence: string,
  wayBack: string | null = null,
): void {
  const back = wayBack === null ? '' : `\n<p><a href="${encodeURI(wayBack)}">Back to Tandem</a></p>`;
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; img-src data:; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>${title} - Tandem</title></head>
<body><main><h1>${title}</h1>
<p>${sentence}</p>${back}</main></body>
</html>
`);
}
