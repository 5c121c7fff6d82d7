import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  endServer,
  freePort,
  type RestartableServer,
  requireProgram,
  startServer,
  untilReady,
} from './server-tools.ts';

/** The server and the Debian package that holds it. */
export const natsProgram = '/usr/sbin/nats-server';
export const natsPackage = 'nats-server';

const shipped = join(import.meta.dirname, '../../../deploy/cluster/nats.conf');

/** `deploy/cluster/nats.conf` on a free port of the loopback address, with this login, and with this limit of a message instead of its own. */
export async function startNats(
  login: { readonly user: string; readonly password: string },
  longestMessage?: string,
): Promise<RestartableServer> {
  await requireProgram(natsProgram, natsPackage);
  const folder = await mkdtemp(join(tmpdir(), 'tandem-nats-'));
  const port = await freePort();
  const file = join(folder, 'nats.conf');
  const text = (await readFile(shipped, 'utf8'))
    .replace(/^listen: .*$/m, `listen: 127.0.0.1:${port}`)
    .replace(/^max_payload: (.*)$/m, (_line, own: string) => `max_payload: ${longestMessage ?? own}`)
    .replace('user: $NATS_USER', `user: ${login.user}`)
    .replace('password: $NATS_PASSWORD', `password: ${login.password}`);
  await writeFile(file, text);
  const begin = () => startServer([natsProgram, '-c', file], join(folder, 'log'));
  let server = begin();
  const ready = async () => untilReady('NATS', 20_000, async () => connects(port));
  const stop = async () => {
    await endServer(server);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await ready();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    kill: async () => endServer(server),
    start: async () => {
      server = begin();
      await ready();
    },
    stop,
  };
}

async function connects(port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = createConnection({ host: '127.0.0.1', port }, () => resolve());
  socket.on('error', reject);
  try {
    await promise;
  } finally {
    socket.destroy();
  }
}
