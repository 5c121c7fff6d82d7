import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import fastifyStatic from '@fastify/static';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { WebSocketServer } from 'ws';
import { MAX_FRAME_BYTES } from '../../preload/ipc/transport/messages.ts';
import type { ContentSource } from '../commands/content/content-source.ts';
import { type PageChoices, pageWithChoices } from '../commands/settings/page-choices.ts';
import type { Served } from '../ipc/websocket-transport.ts';
import { serveContents } from './content-route.ts';
import { type DropReceiver, receiveDrops } from './drop-route.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';
import { judgeOrigin } from './request-origin.ts';
import { securityHeaders } from './security-headers.ts';
import { sessionDoor } from './session-door.ts';
import { addressSigner } from './signed-address.ts';
import { windowConnections } from './window-connections.ts';
import { freshWindowName, type Resolver } from './window-name.ts';
import { wrongHostPage } from './wrong-host-page.ts';

/**
 * The window in a browser: the built page, the bridge's WebSocket, and file contents in both directions, on the loopback addresses and at an origin
 * of this run alone. The page itself is public. A connection is authenticated by a secret in its first frame; contents and drops by a signed URL. There are no cookies, because
 * cookies ignore ports and any user of this computer can listen on another port.
 */
export type WindowHost = {
  /** E.g. `http://0123456789abcdef.localhost:4711`, without a trailing slash. */
  readonly origin: string;
  /** A fresh one-time link to the window. Can be called any number of times. */
  readonly link: () => string;
  /** Closes every connection and stops listening. */
  readonly close: () => Promise<void>;
};

export type WindowHostOptions = {
  /** Folder of the built window, with its `index.html`. */
  readonly windowFolder: string;
  readonly resolver: Resolver;
  readonly served: Served;
  readonly drops: DropReceiver;
  readonly contents: ContentSource;
  /** The choices that the first frame needs. Read for each page. */
  readonly choices: () => PageChoices;
  /** Default: the clock of this computer. */
  readonly nowMs?: () => number;
};

export async function openWindowHost(options: WindowHostOptions): Promise<WindowHost> {
  const { windowFolder, nowMs = Date.now } = options;
  const name = await freshWindowName(options.resolver);
  const door = sessionDoor(nowMs);
  const signer = addressSigner(nowMs);
  const app = fastify({ logger: false, routerOptions: { maxParamLength: 200 } });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });
  const connections = windowConnections({ door, signer, served: options.served, nowMs });
  // Set once it listens; no request can arrive before.
  const address = { authority: '' };

  guardRequests(app, address, (signed) => door.isOpen(signer.sessionOf(signed) ?? ''));
  // Browsers request it for pages without an icon.
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send());
  receiveDrops(app, options.drops);
  serveContents(app, options.contents);
  await app.register(fastifyStatic, { root: windowFolder, cacheControl: false, setHeaders: setCaching });
  // The secret of a link, at `/open`, is after the `#`, which browsers do not send.
  for (const path of ['/', '/index.html', '/open']) {
    app.get(path, async (_request, reply) => html(reply, 200, await pageOf(windowFolder, options.choices())));
  }
  app.server.on('upgrade', (request, socket, head) => {
    const isOwnPage = judgeOrigin(request.headers, address.authority, true) === 'own';
    if (request.url !== '/bridge' || !isOwnPage) return refuseUpgrade(socket);
    sockets.handleUpgrade(request, socket, head, connections.receive);
  });

  const listening = await listenOnLoopback(app);
  address.authority = `${name}:${listening.port}`;
  const origin = `http://${address.authority}`;
  return {
    origin,
    link: () => `${origin}/open#${door.invite()}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      listening.close();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

type Address = { readonly authority: string };

/** First check of every request: our own host, our own page, and for contents and drops a signature of an open session. */
function guardRequests(app: FastifyInstance, address: Address, isSigned: (address: string) => boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(address.authority));
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const verdict = judgeOrigin(request.headers, address.authority, !isReading);
    if (verdict === 'wrong_host') return html(reply, 421, wrongHostPage);
    if (verdict === 'foreign_origin') return refuse(reply, 403, 'Another page asked for this.');
    const isPrivate = /^\/(content|drop)\//.test(request.routeOptions.url ?? '');
    if (isPrivate && !isSigned(request.url))
      return refuse(reply, 401, 'This address has expired. Load the page again.');
  });
  app.setErrorHandler((cause: Error & { statusCode?: number }, _request, reply) =>
    reply.code(cause.statusCode ?? 500).send({ code: 'refused', message: 'This request could not be answered.' }),
  );
}

const pageOf = async (folder: string, choices: PageChoices): Promise<string> =>
  pageWithChoices(await readFile(join(folder, 'index.html'), 'utf8'), choices);

function html(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ code: 'refused', message, remedy: '' });
}

/** Vite names assets by their content hash; everything else may change with the next start. */
function setCaching(reply: FastifyReply, path: string): void {
  const isNamedByContent = /[/\\]assets[/\\]/.test(path);
  reply.header('cache-control', isNamedByContent ? 'private, max-age=31536000, immutable' : 'no-store');
}

function refuseUpgrade(socket: Duplex): void {
  // Node has handed the connection over: an error without a listener would end the process.
  socket.on('error', () => undefined);
  // The other end may never hang up.
  socket.once('finish', () => socket.destroy());
  socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}
