import { createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import fastifyStatic from '@fastify/static';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { WebSocketServer } from 'ws';
import { MAX_FRAME_BYTES } from '../../preload/ipc/transport/messages.ts';
import type { ContentSource } from '../commands/content/content-source.ts';
import type { Served } from '../ipc/websocket-transport.ts';
import { serveContents } from './content-route.ts';
import { type DropReceiver, receiveDrops } from './drop-route.ts';
import { judgeOrigin } from './request-origin.ts';
import { securityHeaders } from './security-headers.ts';
import { sessionDoor } from './session-door.ts';
import { addressSigner } from './signed-address.ts';
import { windowConnections } from './window-connections.ts';
import { readLastPort, writeLastPort } from './window-memory.ts';
import { wrongHostPage } from './wrong-host-page.ts';

/**
 * The window in a browser: the built page, the bridge's WebSocket, and file contents in both directions, on the loopback address. The page itself
 * is public. A connection is authenticated by a secret in its first frame; contents and drops by a signed URL. There are no cookies, because
 * cookies ignore ports and any user of this computer can listen on another port.
 */
export type WindowHost = {
  /** E.g. `http://127.0.0.1:4711`, without a trailing slash. */
  readonly origin: string;
  /** A fresh one-time link to the window. Can be called any number of times. */
  readonly link: () => string;
  /** Closes every connection and stops listening. */
  readonly close: () => Promise<void>;
};

export type WindowHostOptions = {
  /** Folder of the built window, with its `index.html`. */
  readonly windowFolder: string;
  /** 0: the previous port if it is free, otherwise any. Rejects with the system's error (`EADDRINUSE`, `EACCES`) if the port is unavailable. */
  readonly port: number;
  readonly served: Served;
  readonly drops: DropReceiver;
  readonly contents: ContentSource;
  /** Stores the port for the next start; null: not stored. */
  readonly memoryFile: string | null;
  /** Default: the clock of this computer. */
  readonly nowMs?: () => number;
};

const LOOPBACK = '127.0.0.1';

export async function openWindowHost(options: WindowHostOptions): Promise<WindowHost> {
  const { memoryFile, nowMs = Date.now } = options;
  const lastPort = memoryFile === null ? 0 : await readLastPort(memoryFile);
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
  await app.register(fastifyStatic, { root: options.windowFolder, cacheControl: false, setHeaders: setCaching });
  // The link's secret is after the `#`, which browsers do not send.
  app.get('/open', (_request, reply) => reply.sendFile('index.html'));
  app.server.on('upgrade', (request, socket, head) => {
    const isOwnPage = judgeOrigin(request.headers, address.authority, true) === 'own';
    if (request.url !== '/bridge' || !isOwnPage) return refuseUpgrade(socket);
    sockets.handleUpgrade(request, socket, head, connections.receive);
  });

  address.authority = await listen(app, options.port, lastPort);
  if (memoryFile !== null) writeLastPort(memoryFile, Number(new URL(`http://${address.authority}`).port));
  const origin = `http://${address.authority}`;
  return {
    origin,
    link: () => `${origin}/open#${door.invite()}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
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
    if (verdict === 'wrong_host') return html(reply, 421, wrongHostPage(address.authority));
    if (verdict === 'foreign_origin') return refuse(reply, 403, 'Another page asked for this.');
    const isPrivate = /^\/(content|drop)\//.test(request.routeOptions.url ?? '');
    if (isPrivate && !isSigned(request.url))
      return refuse(reply, 401, 'This address has expired. Load the page again.');
  });
  app.setErrorHandler((cause: Error & { statusCode?: number }, _request, reply) =>
    reply.code(cause.statusCode ?? 500).send({ code: 'refused', message: 'This request could not be answered.' }),
  );
}

/** Returns the authority that it listens on. */
async function listen(app: FastifyInstance, port: number, lastPort: number): Promise<string> {
  const wanted = port === 0 && lastPort !== 0 && (await isFree(lastPort)) ? lastPort : port;
  return new URL(await app.listen({ host: LOOPBACK, port: wanted })).host;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host: LOOPBACK, port }, () => probe.close(() => resolve(true)));
  });
}

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
