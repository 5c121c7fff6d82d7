import { createHash, createHmac } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openPrivate } from './open-private.ts';
import { readSocketKey } from './socket-key.ts';
import { systemUserId } from './system-user.ts';

/** The maximum length of a Unix socket path in bytes, on the strictest system (macOS: 104 with the final zero). */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * The path of the socket `name` in `folder`; if that is too long for a socket, in a private folder in the temporary folder.
 * @throws NotPrivateError if that folder belongs to another user, who may have created it first.
 */
export function privateSocketPath(folder: string, name: string): string {
  const inFolder = join(folder, name);
  if (Buffer.byteLength(inFolder) <= MAX_SOCKET_PATH_BYTES) return inFolder;
  const digest = createHash('sha256').update(inFolder).digest('hex').slice(0, 32);
  const inTemporary = join(process.env['XDG_RUNTIME_DIR'] ?? tmpdir(), `tandem-${systemUserId()}`, `${digest}.sock`);
  openPrivate('folder', dirname(inTemporary));
  return inTemporary;
}

/**
 * The name of a pipe of Windows, for the file of its key. Every user can create a pipe of any name and see those in use, so the name follows from the
 * key, which is new at each start: no one can take it first. Without a key no program has ever listened, and the name leads nowhere.
 */
export function pipeName(keyFile: string, name: string): string {
  const key = readSocketKey(keyFile) ?? '';
  const digest = createHmac('sha256', key).update(`the pipe of ${name}`).digest('hex').slice(0, 32);
  return `\\\\.\\pipe\\tandem-${digest}`;
}

/**
 * A socket of this user, and the file of the key that its listener proves (`proven-socket.ts`). Ask for `path` at each connection: on Windows it
 * changes with each start of the listener.
 */
export type PrivateSocket = { readonly path: string; readonly keyFile: string };

function privateSocket(folder: string, name: string): PrivateSocket {
  const keyFile = join(folder, 'socket.key');
  if (process.platform !== 'win32') return { path: privateSocketPath(folder, name), keyFile };
  return {
    get path() {
      return pipeName(keyFile, name);
    },
    keyFile,
  };
}

/** The control socket of the process that uses a state folder. */
export const controlSocket = (state: string): PrivateSocket => privateSocket(state, 'control.sock');

/** The socket of the private service with its data in a folder. */
export const serviceSocket = (data: string): PrivateSocket => privateSocket(data, 'service.sock');
