import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { UsageError } from '../options/usage-error.ts';

/*
 * Anyone can create the name of a Windows pipe first, and then gets the tokens and contents of the client that connects. So the private
 * service of a client proves a key that only their user can read, before anything else: 32 random bytes of the client are answered with their
 * HMAC-SHA256, then HTTP begins. `main/private/proven-socket.ts` is the other end.
 */

const nonceBytes = 32;

/** Longest wait for the nonce of a client, in milliseconds. */
const nonceMs = 10_000;

/** @throws UsageError for a file that does not hold 32 bytes in hexadecimal. */
export async function readSocketKey(file: string): Promise<Buffer> {
  const text = await readFile(file, 'latin1').catch((cause: unknown) => {
    throw new UsageError(`Cannot read --socket-key ${file}. Check the path.`, { cause });
  });
  if (/^[0-9a-f]{64}\s*$/i.test(text)) return Buffer.from(text.trim(), 'hex');
  throw new UsageError(`--socket-key ${file} must hold 64 hexadecimal digits. Write a new one: openssl rand -hex 32`);
}

/** Lets a server prove its key on each connection, before it reads from it. Call this last: it wraps the listeners of connections. */
export function proveConnections(server: Server, key: Buffer): void {
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    let got = Buffer.alloc(0);
    const timer = setTimeout(() => socket.destroy(), nonceMs);
    // A client that ends early; once HTTP begins, it has listeners of its own.
    const ignore = () => undefined;
    // It only looked whether anyone listens. A server of HTTP leaves its own side open then.
    const end = () => socket.destroy();
    const read = (chunk: Buffer) => {
      got = Buffer.concat([got, chunk]);
      if (got.length < nonceBytes) return;
      clearTimeout(timer);
      socket.off('data', read).pause();
      if (got.length > nonceBytes) socket.unshift(got.subarray(nonceBytes));
      socket.write(createHmac('sha256', key).update(got.subarray(0, nonceBytes)).digest());
      for (const listener of listeners) listener.call(server, socket);
      socket.off('error', ignore).off('end', end).resume();
    };
    socket.on('data', read).on('error', ignore).on('end', end);
    socket.once('close', () => clearTimeout(timer));
  });
}
