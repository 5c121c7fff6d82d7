import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ControlSocketError } from './control-socket.ts';

/** What a unix domain socket's address holds, in bytes, on the narrowest system (macOS: 104 with the final zero). */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Where the process that uses `stateFolder` answers: `control.sock` in it; a pipe named after it on Windows; where its path is too
 * long for a socket, a folder of this user alone in the temporary folder. Rejects with `ControlSocketError` when that folder
 * belongs to somebody else.
 */
export async function controlSocketPath(stateFolder: string): Promise<string> {
  const digest = createHash('sha256').update(stateFolder).digest('hex').slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\tandem-${digest}`;
  const inState = join(stateFolder, 'control.sock');
  if (Buffer.byteLength(inState) <= MAX_SOCKET_PATH_BYTES) return inState;
  return join(await ownFolder(), `${digest}.sock`);
}

async function ownFolder(): Promise<string> {
  const { uid } = userInfo();
  const folder = join(process.env['XDG_RUNTIME_DIR'] ?? tmpdir(), `tandem-${uid}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stat = await lstat(folder);
  // The temporary folder is everybody's: somebody may have been there first.
  if (!stat.isDirectory() || stat.uid !== uid || (stat.mode & 0o077) !== 0) {
    throw new ControlSocketError('cannot_listen', `${folder} does not belong to this user alone.`);
  }
  return folder;
}
