import { chmod, chown, lstat, stat, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { makeFolders } from '../private/make-folders.ts';
import { isOpenToOthers } from '../private-files.ts';
import { readWholeNumber } from './option-values.ts';
import { UsageError } from './usage-error.ts';

/**
 * Where a service listens: an address of this machine, or a Unix socket (a named pipe on Windows). Only its own user can open the socket;
 * one with a public URL is for a proxy, and the group of its folder can open it too.
 */
export type ListeningPlace = { readonly kind: 'port'; readonly host: string; readonly port: number } | SocketPlace;
type SocketPlace = {
  readonly kind: 'socket';
  readonly path: string;
  readonly isForProxy: boolean;
  /** The key to prove to clients; null: they don't ask. */
  readonly keyFile: string | null;
};

/** The base of URLs when clients connect to a socket and no public URL is given. No name below `.invalid` resolves (RFC 6761). */
export const socketUrl = 'http://tandem.invalid';

/** The maximum length of a Unix socket path in bytes, on the strictest system (macOS: 104 with the final zero). */
const maxSocketPathBytes = 103;

/** Reads `--host` and `--port`, or `--socket`. @throws UsageError */
export function readListeningPlace(values: PlaceValues): ListeningPlace {
  const { host = '127.0.0.1', port = '8080', socket, 'socket-key': keyFile = null } = values;
  if (socket === undefined && keyFile !== null) throw new UsageError('--socket-key is for a service with --socket.');
  if (socket === undefined) return { kind: 'port', host, port: readWholeNumber('--port', port, 0, 65_535) };
  for (const other of ['host', 'port', 'trusted-proxies'] as const) {
    if (values[other] === undefined) continue;
    throw new UsageError(`--socket listens on no port, so it can't be combined with --${other}. Use only one of them.`);
  }
  const isForProxy = values['public-url'] !== undefined;
  if (isForProxy && keyFile !== null) {
    throw new UsageError(
      "--socket-key is for programs of this user: a proxy can't ask for it. Leave it out with --public-url.",
    );
  }
  return { kind: 'socket', path: readSocketPath(socket, process.platform), isForProxy, keyFile };
}

interface PlaceValues {
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly socket?: string | undefined;
  readonly 'socket-key'?: string | undefined;
  readonly 'trusted-proxies'?: string | undefined;
  readonly 'public-url'?: string | undefined;
}

/** True for a host that only programs of this machine can connect to. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** @throws UsageError if the system cannot listen on such a path. */
function readSocketPath(text: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') {
    if (isPipe(text)) return text;
    throw new UsageError(`--socket must be a named pipe on Windows, such as \\\\.\\pipe\\tandem, not "${text}".`);
  }
  const absolute = path.resolve(text);
  const length = Buffer.byteLength(absolute);
  if (text !== '' && length <= maxSocketPathBytes) return absolute;
  throw new UsageError(
    `--socket must be a path of 1 to ${maxSocketPathBytes} bytes, not ${text === '' ? 'empty' : `${length}: "${absolute}"`}.`,
  );
}

/** Bits of the mode of the folder that let others connect, or with a proxy put another socket in place of ours. */
const opensToOthers = { own: 0o077, proxy: 0o027 } as const;

/**
 * Prepares the path for listening: a private folder, without a socket left by a killed process.
 * @throws UsageError if another process listens there, if the name is taken by something else, or if others can open the folder.
 */
export async function prepareSocket({ path: socketPath, isForProxy }: SocketPlace): Promise<void> {
  if (await isAnswering(socketPath)) {
    throw new UsageError(
      `Another process already listens at ${socketPath}. Stop it, or choose another path with --socket.`,
    );
  }
  if (isPipe(socketPath)) return;
  const folder = path.dirname(socketPath);
  await makeFolders(folder, 0o700);
  if (await isOpenToOthers(folder, opensToOthers[isForProxy ? 'proxy' : 'own'])) {
    throw new UsageError(
      isForProxy
        ? `Only the owner and the group of the proxy may have access to the folder of --socket. Choose another one, or restrict it: chmod 750 ${folder}`
        : `Only the owner may have access to the folder of --socket. Choose another one, or restrict it: chmod 700 ${folder} (or add --public-url for a proxy)`,
    );
  }
  const found = await lstat(socketPath).catch(() => null);
  if (found === null) return;
  if (!found.isSocket()) {
    throw new UsageError(`${socketPath} exists and is not a socket. Choose another path with --socket.`);
  }
  await unlink(socketPath);
}

/**
 * Lets exactly those open the socket who may enter its folder.
 * @throws UsageError if the socket cannot get the group of the folder.
 */
export async function limitSocket({ path: socketPath, isForProxy }: SocketPlace): Promise<void> {
  if (process.platform === 'win32') return;
  if (!isForProxy) return chmod(socketPath, 0o600);
  const folder = path.dirname(socketPath);
  const { gid } = await stat(folder);
  // A systemd unit may refuse every chown, also one that changes nothing.
  if ((await stat(socketPath)).gid !== gid) {
    await chown(socketPath, -1, gid).catch((cause: unknown) => {
      throw new UsageError(
        `The service can't give the socket the group of ${folder}. Give the folder a group that this user and the proxy are in, and run the service with it as its first group.`,
        { cause },
      );
    });
  }
  await chmod(socketPath, 0o660);
}

async function isAnswering(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socketPath);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}

/** True for the name of a Windows pipe, which is not a file. */
const isPipe = (text: string): boolean => /^[\\/]{2}[.?][\\/]pipe[\\/]./i.test(text);
