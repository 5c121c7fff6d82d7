import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { builtInClient } from '../../../contract/oauth.ts';
import { SignInError } from './authorization-server.ts';
import { type LastPages, lastPages } from './last-page.ts';
import type { RedirectPort } from './redirect-port.ts';

// Importing `node:http` would load Node's own copy of undici for three of its names, which costs 14 MB permanently.
const { createServer } = process.getBuiltinModule('node:http');

/** One answer from the browser. */
export interface BroughtBack {
  readonly state: string;
  /** The complete redirect URL. */
  readonly url: URL;
  /** Shows the result in the browser, with a link to `wayBack`. This ends the response. */
  show(end: 'signedIn' | 'notSignedIn', wayBack: string | null): void;
}

/** The two ways in which a browser begins, each with the `state` (RFC 6749 10.12) that its answer brings back. */
export interface WaysIn {
  /** A browser that this computer opens at `openedUrl`, and that is redirected to this address. */
  readonly opened: { readonly state: string; readonly address: string };
  /** A browser that the person opens, perhaps on another computer, at the address that was printed for them. */
  readonly printed: { readonly state: string };
}

/** Listens on the loopback address for the redirect at the end of a sign-in (RFC 8252 7.3). */
export interface LoopbackListener {
  readonly redirectUri: string;
  /**
   * Where to open a browser. Other users of this computer see this URL in the list of processes, but not the state behind it: it gives that
   * to one browser, with a cookie that the answer must bring, and a second one ends the sign-in.
   */
  readonly openedUrl: string;
  /** Resolves with the first answer to one of these; refuses others. Rejects when `signal` aborts, and when two browsers were opened. */
  answer(ways: WaysIn, signal: AbortSignal): Promise<BroughtBack>;
  close(): Promise<void>;
}

/**
 * Listens on a port of the loopback address; on a free one unless told.
 * @throws `SignInError` if the port that is required can't be opened.
 */
export async function listenOnLoopback(wanted: RedirectPort = null): Promise<LoopbackListener> {
  let waiting: Waiting | null = null;
  const begin = createBeginning();
  /** Connections without a complete request. Browsers open some ahead, and any program on this computer can. */
  const silent = new Set<Socket>();
  const server = createServer((request, response) => {
    silent.delete(request.socket);
    const target = request.url ?? '/';
    const url = URL.canParse(target, redirectUri) ? new URL(target, redirectUri) : null;
    const pages = lastPages(request.headers['accept-language']);
    const isReading = request.method === 'GET' && url !== null && waiting !== null;
    if (isReading && url.pathname === begin.path) return led(request, response, pages);
    const state = isReading && url.pathname === builtInClient.redirectPath ? url.searchParams.get('state') : null;
    const isPrinted = state !== null && state === waiting?.ways.printed.state;
    const isOpened = state !== null && state === waiting?.ways.opened.state && begin.isFrom(request);
    if (waiting === null || url === null || state === null || !(isPrinted || isOpened)) {
      sendPage(response, { status: 404, pages, which: 'nothing', wayBack: null });
      return;
    }
    const { resolve } = waiting;
    waiting = null;
    resolve({ url, state, show: (which, wayBack) => sendPage(response, { status: 200, pages, which, wayBack }) });
  });
  const led = (request: IncomingMessage, response: ServerResponse, pages: LastPages): void => {
    const address = waiting?.ways.opened.address;
    if (address !== undefined && begin.lead(request, response, address)) return;
    waiting?.reject(new SignInError('sign_in_failed', { code: 'sign_in_link_taken', args: {} }));
    waiting = null;
    sendPage(response, { status: 403, pages, which: 'notSignedIn', wayBack: null });
  };
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  await listenOn(server, wanted);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
  const origin = `http://127.0.0.1:${address.port}`;
  const redirectUri = `${origin}${builtInClient.redirectPath}`;
  return {
    redirectUri,
    openedUrl: `${origin}${begin.path}`,
    answer: (ways, signal) =>
      new Promise((resolve, reject) => {
        waiting = { ways, resolve, reject };
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

async function listenOn(server: Server, wanted: RedirectPort): Promise<void> {
  const listening = once(server, 'listening');
  server.listen(wanted?.port ?? 0, '127.0.0.1');
  try {
    await listening;
  } catch (error) {
    if (wanted === null) throw error;
    if (wanted.isRequired) {
      throw new SignInError(
        'sign_in_failed',
        { code: 'redirect_port_taken', args: { port: wanted.port } },
        { cause: error },
      );
    }
    await listenOn(server, null);
  }
}

type Waiting = {
  readonly ways: WaysIn;
  readonly resolve: (answer: BroughtBack) => void;
  readonly reject: (error: Error) => void;
};

const randomText = (): string => randomBytes(32).toString('base64url');

/** Leads one browser from a secret path to the service, and recognises it by a cookie when it comes back. */
function createBeginning() {
  const path = `/${randomText()}`;
  // A name of its own: cookies ignore ports, and another sign-in may be under way.
  const cookie = `tandem-sign-in-${randomText().slice(0, 8)}=${randomText()}`;
  let isBegun = false;
  const isFrom = ({ headers }: IncomingMessage): boolean => (headers.cookie ?? '').split('; ').includes(cookie);
  return {
    path,
    isFrom,
    /** False: another browser was here before. */
    lead: (request: IncomingMessage, response: ServerResponse, address: string): boolean => {
      if (isBegun && !isFrom(request)) return false;
      isBegun = true;
      response.writeHead(302, {
        location: address,
        // Lax: the service leads back from another site.
        'set-cookie': `${cookie}; HttpOnly; SameSite=Lax; Path=/`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        connection: 'close',
      });
      response.end();
      return true;
    },
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
