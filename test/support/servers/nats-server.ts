import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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

/** A NATS server on a free port of the loopback address that admits one user. */
export async function startNats(login: {
  readonly user: string;
  readonly password: string;
}): Promise<RestartableServer> {
  await requireProgram(natsProgram, natsPackage);
  const folder = await mkdtemp(join(tmpdir(), 'tandem-nats-'));
  const port = await freePort();
  const file = join(folder, 'nats.conf');
  await writeFile(
    file,
    `listen: 127.0.0.1:${port}\nauthorization { user: ${login.user}, password: ${login.password} }\n`,
  );
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
