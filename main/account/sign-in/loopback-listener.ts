import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { builtInClient } from '../../../contract/oauth.ts';
import { type LastPages, lastPages } from './last-page.ts';

// Importing `node:http` would load Node's own copy of undici for three of its names, which costs 14 MB permanently.
const { createServer } = process.getBuiltinModule('node:http');

/** One answer from the browser. */
export interface BroughtBack {
  /** The complete redirect URL. */
  readonly url: URL;
  /** Shows the result in the browser, with a link to `wayBack`. This ends the response. */
  show(end: 'signedIn' | 'notSignedIn', wayBack: string | null): void;
}

/** Listens on the loopback address for the redirect at the end of a sign-in (RFC 8252 7.3). */
export interface LoopbackListener {
  readonly redirectUri: string;
  /** Resolves with the first answer that contains `state`; rejects others. Rejects when `signal` aborts. */
  answer(state: string, signal: AbortSignal): Promise<BroughtBack>;
  close(): Promise<void>;
}

/** Listens on a free port of the loopback address. */
export async function listenOnLoopback(): Promise<LoopbackListener> {
  let waiting: { readonly state: string; readonly resolve: (answer: BroughtBack) => void } | null = null;
  /** Connections without a complete request. Browsers open some ahead, and any program on this computer can. */
  const silent = new Set<Socket>();
  const server = createServer((request, response) => {
    silent.delete(request.socket);
    const target = request.url ?? '/';
    const url = URL.canParse(target, redirectUri) ? new URL(target, redirectUri) : null;
    const pages = lastPages(request.headers['accept-language']);
    const isAnswer = request.method === 'GET' && url?.pathname === builtInClient.redirectPath;
    if (!isAnswer || waiting === null || url.searchParams.get('state') !== waiting.state) {
      sendPage(response, { status: 404, pages, which: 'nothing', wayBack: null });
      return;
    }
    const { resolve } = waiting;
    waiting = null;
    resolve({ url, show: (which, wayBack) => sendPage(response, { status: 200, pages, which, wayBack }) });
  });
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
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
        const giveUp = (): void => reject(new Error('The sign-in was not finished in time.', { cause: signal.reason }));
        signal.addEventListener('abort', giveUp, { once: true });
        if (signal.aborted) giveUp();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // All others end with their answer.
        for (const socket of silent) socket.destroy();
      }),
  };
}

type SentPage = {
  readonly status: number;
  readonly pages: LastPages;
  readonly which: 'signedIn' | 'notSignedIn' | 'nothing';
  readonly wayBack: string | null;
};

/** Plain HTML without external resources. */
function sendPage(response: ServerResponse, { status, pages, which, wayBack }: SentPage): void {
  const { title, sentence } = pages[which];
  const back = wayBack === null ? '' : `\n<p><a href="${encodeURI(wayBack)}">${pages.back}</a></p>`;
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; img-src data:; frame-ancestors 'none'",
    'cache-control': 'no-store',
    vary: 'accept-language',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(`<!doctype html>
<html lang="${pages.tag}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>${title} - Tandem</title></head>
<body><main><h1>${title}</h1>
<p>${sentence}</p>${back}</main></body>
</html>
`);
}
