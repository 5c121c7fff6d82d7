import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endServer, freePort, requireProgram, type StartedServer, startServer, untilReady } from './server-tools.ts';

/** The server and the Debian package that holds it. */
export const natsProgram = '/usr/sbin/nats-server';
export const natsPackage = 'nats-server';

/** A NATS server on a free port of the loopback address that admits one user. */
export async function startNats(login: { readonly user: string; readonly password: string }): Promise<StartedServer> {
  await requireProgram(natsProgram, natsPackage);
  const folder = await mkdtemp(join(tmpdir(), 'tandem-nats-'));
  const port = await freePort();
  const file = join(folder, 'nats.conf');
  await writeFile(
    file,
    `listen: 127.0.0.1:${port}\nauthorization { user: ${login.user}, password: ${login.password} }\n`,
  );
  const server = startServer([natsProgram, '-c', file], join(folder, 'log'));
  const stop = async () => {
    await endServer(server);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady('NATS', 20_000, async () => connects(port));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `nats://127.0.0.1:${port}`, stop };
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
