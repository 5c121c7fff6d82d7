import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endServer, freePort, requireProgram, startServer, untilReady } from './server-tools.ts';

/** Programs that a deployment on several machines needs, and Debian's packages for them. */
export const clusterPrograms: readonly string[] = [
  '/usr/sbin/haproxy',
  '/usr/sbin/pgbouncer',
  '/usr/sbin/nats-server',
  '/usr/bin/psql',
];
export const clusterPackages: readonly string[] = ['haproxy', 'pgbouncer', 'nats-server', 'postgresql-client'];

/** A server of the cluster on a loopback port, started from the file of `deploy/cluster` that describes it. */
export type ClusterServer = {
  readonly port: number;
  /** The file that it was started with. */
  readonly file: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

const deployed = new URL('../../../deploy/cluster/', import.meta.url);

/** HAProxy in front of services on these ports. */
export async function startHaproxy(ports: readonly [number, number]): Promise<ClusterServer> {
  return startProgram({
    name: 'haproxy.cfg',
    adapt: (text, port) =>
      text
        .replace(/bind .*/, `bind 127.0.0.1:${port}`)
        .replace('10.0.0.11:8080', `127.0.0.1:${ports[0]}`)
        .replace('10.0.0.12:8080', `127.0.0.1:${ports[1]}`),
    command: (file) => ['/usr/sbin/haproxy', '-db', '-f', file],
  });
}

/** PgBouncer in front of PostgreSQL at this URL. */
export async function startPgbouncer(url: string): Promise<ClusterServer> {
  const { port: target, pathname } = new URL(url);
  return startProgram({
    name: 'pgbouncer.ini',
    adapt: (text, port) =>
      text
        .replace('host=10.0.0.21 port=5432', `host=127.0.0.1 port=${target}`)
        .replace('dbname=tandem', `dbname=${pathname.slice(1)}`)
        .replace(/listen_addr = .*/, 'listen_addr = 127.0.0.1')
        .replace(/listen_port = .*/, `listen_port = ${port}`)
        // The test servers trust the loopback address.
        .replace(/auth_type = .*/, 'auth_type = any')
        .replace(/auth_file = .*\n/, '')
        .replace('dbname=', 'user=app dbname='),
    command: (file) => [...unprivileged(), '/usr/sbin/pgbouncer', file],
  });
}

/** NATS without credentials, or with these. */
export async function startNats(login?: { readonly user: string; readonly password: string }): Promise<ClusterServer> {
  return startProgram({
    name: 'nats.conf',
    adapt: (text, port) => {
      const listening = text.replace('10.0.0.31:4222', `127.0.0.1:${port}`);
      if (login === undefined) return listening.replace(/authorization \{[^}]*\}/, '');
      return listening.replace('$NATS_USER', login.user).replace('$NATS_PASSWORD', login.password);
    },
    command: (file) => ['/usr/sbin/nats-server', '-c', file],
  });
}

type Program = {
  readonly name: string;
  readonly adapt: (text: string, port: number) => string;
  readonly command: (file: string) => readonly string[];
};

async function startProgram({ name, adapt, command }: Program): Promise<ClusterServer> {
  for (const program of clusterPrograms) await requireProgram(program, clusterPackages.join(' '));
  const folder = await mkdtemp(join(tmpdir(), 'tandem-cluster-'));
  const port = await freePort();
  const file = join(folder, name);
  await writeFile(file, adapt(await readFile(new URL(name, deployed), 'utf8'), port));
  await letAnyoneRead(folder);
  const begin = () => startServer(command(file), join(folder, 'log'));
  const ready = async () => untilReady(name, 20_000, async () => connects(port));
  let server = begin();
  await ready();
  return {
    port,
    file,
    kill: async () => endServer(server),
    start: async () => {
      server = begin();
      await ready();
    },
    stop: async () => {
      await endServer(server);
      await rm(folder, { recursive: true, force: true });
    },
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

/** The unprivileged user that every Linux has. */
const nobody = 65_534;

/** PgBouncer refuses to run as root. */
function unprivileged(): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  return ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
}

async function letAnyoneRead(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  await chown(folder, nobody, nobody);
  await chmod(folder, 0o755);
}
