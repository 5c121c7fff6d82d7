import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { connect, type Server, type Socket } from 'node:net';
import type { PrivateSocket } from './private-socket-path.ts';
import { readSocketKey } from './socket-key.ts';

/*
 * Where the name of a socket is all that protects it, as with the pipes of Windows, the first user to create the name gets what our programs
 * send. Every user can create any name, and see those in use. So the listener proves a secret that only this user can read, before anything
 * else: the client sends 32 random bytes, and the listener answers with their HMAC-SHA256. `service/private/proven-socket.ts` is the same for the service.
 */

const NONCE_BYTES = 32;
const PROOF_BYTES = 32;

/** Longest wait for the nonce of a client, milliseconds. */
const NONCE_MS = 10_000;

const proofOf = (key: Buffer, nonce: Buffer): Buffer => createHmac('sha256', key).update(nonce).digest();

/** The socket is not ours. It gets nothing, not even the request. */
class UnprovenSocketError extends Error {
  // As if nothing listened there: our program does not.
  readonly code = 'ECONNREFUSED';
}

/**
 * Connects to a program of this user.
 * @throws errors of the system if no program listens, and `UnprovenSocketError` if the listener does not prove in time that it is ours.
 */
export async function connectProven({ path, keyFile }: PrivateSocket, patienceMs: number): Promise<Socket> {
  const key = readSocketKey(keyFile);
  if (key === null) throw new UnprovenSocketError(`No program of this user has opened ${path}.`);
  const nonce = randomBytes(NONCE_BYTES);
  const socket = connect(path);
  const unproven = () => new UnprovenSocketError(`${path} does not belong to a program of this user.`);
  const timer = setTimeout(() => socket.destroy(unproven()), patienceMs);
  try {
    const proof = await firstBytes(socket, PROOF_BYTES, () => socket.write(nonce));
    if (!timingSafeEqual(proof, proofOf(key, nonce))) throw unproven();
    // It says nothing more until it is asked. The protocols that are spoken on it expect it to flow.
    return socket.resume();
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Lets a server prove its key on each connection, before it reads from it. Call this last: it wraps the listeners of connections. */
export function proveConnections(server: Server, key: Buffer): void {
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const timer = setTimeout(() => socket.destroy(), NONCE_MS);
    firstBytes(socket, NONCE_BYTES).then(
      (nonce) => {
        clearTimeout(timer);
        socket.write(proofOf(key, nonce));
        for (const listener of listeners) listener.call(server, socket);
        socket.resume();
      },
      // It ended before: a program that only looked whether anyone listens. A server of HTTP leaves its own side open then.
      () => {
        clearTimeout(timer);
        socket.destroy();
      },
    );
  });
}

/** The first bytes of a socket, which is then paused; what follows stays in it. Rejects when it ends before. */
function firstBytes(socket: Socket, count: number, onConnect: () => void = () => undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let got = Buffer.alloc(0);
    const stop = (): void => {
      socket.off('data', read).off('connect', onConnect).off('error', fail).off('end', end).off('close', end);
    };
    const fail = (error: Error): void => {
      stop();
      // A destroyed socket may emit another one.
      socket.on('error', () => undefined);
      reject(error);
    };
    const end = (): void => fail(new UnprovenSocketError('The connection ended before it began.'));
    const read = (chunk: Buffer): void => {
      got = Buffer.concat([got, chunk]);
      if (got.length < count) return;
      stop();
      socket.pause();
      if (got.length > count) socket.unshift(got.subarray(count));
      resolve(got.subarray(0, count));
    };
    socket.on('data', read).once('connect', onConnect).once('error', fail).once('end', end).once('close', end);
  });
}
