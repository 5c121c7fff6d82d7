import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openPrivate } from './open-private.ts';
import { systemUserId } from './system-user.ts';

/** The maximum length of a Unix socket path in bytes, on the strictest system (macOS: 104 with the final zero). */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * The path at which a program of ours serves other programs of this user: the socket `name` in `folder`, or on Windows a pipe named after both. If
 * the path is too long for a socket, a private folder in the temporary folder. @throws NotPrivateError if that folder belongs to another user, who
 * may have created it first.
 */
export function privateSocketPath(folder: string, name: string): string {
  const digest = createHash('sha256').update(join(folder, name)).digest('hex').slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\tandem-${digest}`;
  const inFolder = join(folder, name);
  if (Buffer.byteLength(inFolder) <= MAX_SOCKET_PATH_BYTES) return inFolder;
  const inTemporary = join(process.env['XDG_RUNTIME_DIR'] ?? tmpdir(), `tandem-${systemUserId()}`, `${digest}.sock`);
  openPrivate('folder', dirname(inTemporary));
  return inTemporary;
}

/** A socket of this user, and the file of the key that its listener proves (`proven-socket.ts`). */
export type PrivateSocket = { readonly path: string; readonly keyFile: string };

const privateSocket = (folder: string, name: string): PrivateSocket => ({
  path: privateSocketPath(folder, name),
  keyFile: join(folder, 'socket.key'),
});

/** The control socket of the process that uses a state folder. */
export const controlSocket = (state: string): PrivateSocket => privateSocket(state, 'control.sock');

/** The socket of the private service with its data in a folder. */
export const serviceSocket = (data: string): PrivateSocket => privateSocket(data, 'service.sock');
