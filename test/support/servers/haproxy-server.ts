import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endServer, type RestartableServer, requireProgram, startServer, untilReady } from './server-tools.ts';

/** The server and the Debian package that holds it. */
export const haproxyProgram = '/usr/sbin/haproxy';
export const haproxyPackage = 'haproxy';

const shipped = join(import.meta.dirname, '../../../deploy/cluster/haproxy.cfg');

/** `deploy/cluster/haproxy.cfg` on a port of the loopback address, without TLS and for fewer connections, before two services. */
export async function startHaproxy(port: number, services: readonly [number, number]): Promise<RestartableServer> {
  await requireProgram(haproxyProgram, haproxyPackage);
  const folder = await mkdtemp(join(tmpdir(), 'tandem-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  const [a, b] = services;
  const text = (await readFile(shipped, 'utf8'))
    .replace('maxconn 20000', 'maxconn 500')
    .replace(/^ *bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replace('10.0.0.11:8080', `127.0.0.1:${a}`)
    .replace('10.0.0.12:8080', `127.0.0.1:${b}`);
  await writeFile(file, text);
  const begin = () => startServer([haproxyProgram, '-db', '-f', file], join(folder, 'log'));
  const ready = async () => untilReady('HAProxy', 20_000, async () => fetch(`http://127.0.0.1:${port}/health`));
  let server = begin();
  const stop = async () => {
    await endServer(server);
    await rm(folder, { recursive: true, force: true });
  };
  await ready().catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    kill: async () => endServer(server),
    start: async () => {
      server = begin();
      await ready();
    },
    stop,
  };
}
