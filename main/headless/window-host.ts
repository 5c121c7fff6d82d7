import { createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import fastifyStatic from '@fastify/static';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { WebSocketServer } from 'ws';
import { MAX_FRAME_BYTES } from '../../preload/ipc/messages.ts';
import type { ContentSource } from '../commands/content/content-source.ts';
import { type Served, serveConnection } from '../ipc/websocket-transport.ts';
import { serveContents } from './content-route.ts';
import { openedPage, unknownSessionPage, usedLinkPage, wrongHostPage } from './door-pages.ts';
import { type DropReceiver, receiveDrops } from './drop-route.ts';
import { judgeOrigin } from './request-origin.ts';
import { securityHeaders } from './security-headers.ts';
import { type SessionDoor, sessionDoor } from './session-door.ts';
import { nothingRemembered, readWindowMemory, writeWindowMemory } from './window-memory.ts';

/**
 * The window in a browser: the built page, the bridge's WebSocket and the bytes of files both ways, on the loopback address only
 * and for nobody but the holder of the link (desktop.md, "The same interface in three hosts").
 */
export type WindowHost = {
  /** E.g. `http://127.0.0.1:4711`, without a slash at the end. */
  readonly origin: string;
  /** A fresh one-time link to the window; any number may be asked for while the host runs. */
  readonly link: () => string;
  /** Ends every connection and stops to listen. */
  readonly close: () => Promise<void>;
};

export type WindowHostOptions = {
  /** Folder of the built window, with its `index.html`. */
  readonly windowFolder: string;
  /** 0: that of the last start when it is free, else any free one. Rejects with the system's error (`EADDRINUSE`, `EACCES`) when it cannot be had. */
  readonly port: number;
  readonly served: Served;
  readonly drops: DropReceiver;
  readonly contents: ContentSource;
  /** Where port and sessions are kept for the next start; null: every start needs a new link. */
  readonly memoryFile: string | null;
};

const LOOPBACK = '127.0.0.1';

export async function openWindowHost(options: WindowHostOptions): Promise<WindowHost> {
  const { memoryFile } = options;
  const remembered = memoryFile === null ? nothingRemembered : await readWindowMemory(memoryFile);
  const door = sessionDoor(remembered.sessions);
  const remember = async (): Promise<void> => {
    const port = Number(new URL(`http://${address.authority}`).port);
    if (memoryFile !== null) await writeWindowMemory(memoryFile, { port, sessions: [...door.digests()] });
  };
  const app = fastify({ logger: false, routerOptions: { maxParamLength: 200 } });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });
  // Known only once it listens; no request can come before.
  const address = { authority: '' };

  guardRequests(app, door, address);
  serveLinks(app, door, address, remember);
  receiveDrops(app, options.drops);
  serveContents(app, options.contents);
  await app.register(fastifyStatic, { root: options.windowFolder, cacheControl: false, setHeaders: setCaching });
  app.server.on('upgrade', (request, socket, head) => {
    const isLetIn =
      request.url === '/bridge' &&
      judgeOrigin(request.headers, address.authority, true) === 'own' &&
      hasSession(request.headers.cookie, door, address.authority);
    if (!isLetIn) return refuseUpgrade(socket);
    sockets.handleUpgrade(request, socket, head, (opened) => serveConnection(opened, options.served));
  });

  address.authority = await listen(app, options.port, remembered.port);
  await remember();
  const origin = `http://${address.authority}`;
  return {
    origin,
    link: () => `${origin}/open?token=${door.invite()}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

type Address = { readonly authority: string };

/** Before anything else: our own address, our own page, and (but for a link) a session. */
function guardRequests(app: FastifyInstance, door: SessionDoor, address: Address): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(address.authority));
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const verdict = judgeOrigin(request.headers, address.authority, !isReading);
    if (verdict === 'wrong_host') return html(reply, 421, wrongHostPage(address.authority));
    if (verdict === 'foreign_origin') return html(reply, 403, unknownSessionPage());
    if (request.routeOptions.url === '/open') return;
    if (!hasSession(request.headers.cookie, door, address.authority)) return html(reply, 401, unknownSessionPage());
  });
  app.setErrorHandler((cause: Error & { statusCode?: number }, _request, reply) =>
    reply.code(cause.statusCode ?? 500).send({ code: 'refused', message: 'This request could not be answered.' }),
  );
}

/** The authority that it listens at. */
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

function serveLinks(app: FastifyInstance, door: SessionDoor, address: Address, remember: () => Promise<void>): void {
  // Browsers ask for it on pages that name no icon.
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send());
  app.get('/open', async (request: FastifyRequest<{ Querystring: { token?: string } }>, reply) => {
    // A browser that loads pages ahead of a click must not use the link up.
    if (request.headers['sec-purpose']?.includes('prefetch') === true) return reply.code(503).send();
    if (hasSession(request.headers.cookie, door, address.authority)) return html(reply, 200, openedPage());
    const session = door.exchange(String(request.query.token ?? ''));
    if (session === null) return html(reply, 410, usedLinkPage());
    await remember();
    reply.header('set-cookie', `${cookieName(address.authority)}=${session}; Path=/; HttpOnly; SameSite=Strict`);
    return html(reply, 200, openedPage());
  });
}

function html(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
}

/** Vite names assets by their content; everything else may change with the next start. */
function setCaching(reply: FastifyReply, path: string): void {
  const isNamedByContent = /[/\\]assets[/\\]/.test(path);
  reply.header('cache-control', isNamedByContent ? 'private, max-age=31536000, immutable' : 'no-store');
}

/** Cookies do not know ports: two processes on one machine must not overwrite each other's. */
const cookieName = (authority: string): string => `tandem_${authority.split(':')[1]}`;

function hasSession(cookies: string | undefined, door: SessionDoor, authority: string): boolean {
  const prefix = `${cookieName(authority)}=`;
  return (cookies ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .some((cookie) => cookie.startsWith(prefix) && door.knows(cookie.slice(prefix.length)));
}

function refuseUpgrade(socket: Duplex): void {
  socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}
