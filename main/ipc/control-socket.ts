import { chmod, unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { type FrameClient, frameClient } from '../../preload/ipc/transport/frame-client.ts';
import { MAX_FRAME_BYTES } from '../../preload/ipc/transport/messages.ts';
import { openPrivate } from '../private/open-private.ts';
import type { PrivateSocket } from '../private/private-socket-path.ts';
import { connectProven, proveConnections } from '../private/proven-socket.ts';
import { newSocketKey } from '../private/socket-key.ts';
import { frameText } from './frame-text.ts';
import { type Served, serveConnection } from './websocket-transport.ts';

// Importing `node:http` would load Node's own copy of undici for three of its names, which costs 14 MB permanently.
const { createServer } = process.getBuiltinModule('node:http');

/** Loaded when a process serves or answers: most commands find none, and loading this takes longer than their work. */
const webSockets = () => import('ws');

/**
 * Access to the running process for the command line: the window's command table over a Unix domain socket (a named pipe on Windows) that only its
 * owner can open. File permissions are the only access control, so there is no token; but the server proves a key first, because anyone can create the
 * name of a pipe (`private-socket-path.ts` keeps it from being known before).
 */

export type ControlSocket = { close(): Promise<void> };

/** `in_use`: another process answers there; `cannot_listen`: see `cause`. */
class ControlSocketError extends Error {
  readonly code: 'in_use' | 'cannot_listen';
  readonly remedy: string;
  constructor(code: 'in_use' | 'cannot_listen', message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ControlSocketError';
    this.code = code;
    this.remedy =
      code === 'in_use'
        ? 'Quit it, or use another state folder.'
        : 'Check the permissions of its folder, or use another state folder.';
  }
}

/**
 * Serves the table at a socket (see `controlSocket`). Replaces a socket file left by a killed process. If another process answers there, rejects
 * with `ControlSocketError`.
 */
export async function serveControlSocket(place: PrivateSocket, served: Served): Promise<ControlSocket> {
  if (isPipe(place.path)) await assertFree(place);
  else await clear(place.path);
  const key = newSocketKey(place.keyFile);
  const { WebSocketServer } = await webSockets();
  const server = createServer((_request, response) => response.writeHead(426).end());
  const sockets = new WebSocketServer({ server, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });
  sockets.on('connection', (socket) => serveConnection(socket, served));
  proveConnections(server, key);
  await listen(server, place.path);
  return {
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      await new Promise<void>((resolve) => sockets.close(() => resolve()));
      // The server unlinks its socket file itself.
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type ControlClient = Pick<FrameClient, 'call' | 'subscribe'> & {
  /** Resolves when either side ends the connection. */
  readonly ended: Promise<void>;
  readonly close: () => void;
};

/** A process that does not answer within this time is stopped or stuck, although the system accepts connections for it. */
const PATIENCE_MS = 10_000;

/** Null: no process of this user answers there. */
export async function connectControlSocket(
  place: PrivateSocket,
  { patienceMs = PATIENCE_MS }: { readonly patienceMs?: number } = {},
): Promise<ControlClient | null> {
  // No listener, or not our socket: either way no process responds.
  const line = await connectProven(place, patienceMs).catch(() => null);
  if (line === null) return null;
  const { WebSocket } = await webSockets();
  const socket = new WebSocket('ws://tandem/', {
    createConnection: () => withTimeout(line, patienceMs),
    handshakeTimeout: patienceMs,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  const client = frameClient();
  socket.on('message', (text) => client.received(frameText(text)));
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => {
      client.closed();
      resolve();
    });
  });
  const opened = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true));
    socket.on('error', () => resolve(false));
  });
  if (!opened) return null;
  client.opened((text) => socket.send(text));
  return { call: client.call, subscribe: client.subscribe, ended, close: () => socket.close() };
}

/** The library only listens for the timeout of the connection itself. */
const withTimeout = (line: Socket, timeoutMs: number): Socket => line.setTimeout(timeoutMs);

/** A new key would cut off the process that listens with the one before. Only a process that proves that key counts: others may see its name. */
async function assertFree(place: PrivateSocket): Promise<void> {
  const line = await connectProven(place, PATIENCE_MS).catch(() => null);
  if (line === null) return;
  line.destroy();
  throw new ControlSocketError('in_use', `Another Tandem process already answers at ${place.path}.`);
}

/** Makes way for a socket file. */
async function clear(path: string): Promise<void> {
  if (await isAnswering(path)) {
    throw new ControlSocketError('in_use', `Another Tandem process already answers at ${path}.`);
  }
  openPrivate('folder', dirname(path));
  await removeStale(path);
}

async function isAnswering(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}

async function removeStale(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (cause) {
    if (isMissing(cause)) return;
    throw new ControlSocketError('cannot_listen', `The old control socket ${path} could not be removed.`, { cause });
  }
}

async function listen(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new ControlSocketError('cannot_listen', `The control socket ${path} could not be opened.`, { cause })),
    );
    // `listen` creates the file: no one else may open it, not even between creation and a chmod.
    const umask = process.umask(0o177);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(umask);
    }
  });
  if (!isPipe(path)) await chmod(path, 0o600);
}

const isPipe = (path: string): boolean => path.startsWith('\\\\.\\pipe\\');

const isMissing = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
