import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { askPostgres, asNobody } from './postgres-server.ts';
import {
  endServer,
  freePort,
  type RestartableServer,
  requireProgram,
  startServer,
  untilReady,
} from './server-tools.ts';

/** The servers and clients, and the Debian packages that hold them. */
export const pgbouncerProgram = '/usr/sbin/pgbouncer';
export const psqlProgram = '/usr/bin/psql';
export const pgbouncerPackages: readonly string[] = ['pgbouncer', 'postgresql-client'];

const cluster = join(import.meta.dirname, '../../../deploy/cluster');

/** A pooler before one of two PostgreSQL servers. */
export type Pooler = RestartableServer & {
  /** Runs `deploy/cluster/promote.sh`: the standby becomes the primary, and the pooler leads to it. */
  promote(standby: URL): Promise<void>;
};

const password = 'secret';

/** `deploy/cluster/pgbouncer.ini` on a free port of the loopback address. `primary`: address of a server with a database `tandem`. */
export async function startPgbouncer(primary: URL): Promise<Pooler> {
  await requireProgram(pgbouncerProgram, pgbouncerPackages.join(' '));
  const folder = await mkdtemp(join(tmpdir(), 'tandem-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const ini = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'userlist.txt');
  const text = (await readFile(join(cluster, 'pgbouncer.ini'), 'utf8'))
    .replace('host=10.0.0.21 port=5432', `host=127.0.0.1 port=${primary.port}`)
    .replace('listen_addr = 10.0.0.20', 'listen_addr = 127.0.0.1')
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', users);
  await writeFile(ini, text);
  await writeFile(users, ['app', 'pgbouncer'].map((user) => `"${user}" "${password}"\n`).join(''));
  const url = `postgres://app:${password}@127.0.0.1:${port}/tandem`;
  const begin = () => startServer([...asNobody().slice(1), pgbouncerProgram, ini], join(folder, 'log'));
  let server = begin();
  const ready = async () => untilReady('PgBouncer', 20_000, async () => askPostgres(url));
  const stop = async () => {
    await endServer(server);
    await rm(folder, { recursive: true, force: true });
  };
  await ready().catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    url,
    kill: async () => endServer(server),
    start: async () => {
      server = begin();
      await ready();
    },
    promote: async (standby) => {
      const admin = `postgres://pgbouncer:${password}@127.0.0.1:${port}/pgbouncer`;
      const env = { ...process.env, PGUSER: 'app' };
      const args = [join(cluster, 'promote.sh'), standby.hostname, standby.port, ini, admin];
      await promisify(execFile)('sh', args, { env, timeout: 90_000 });
      await ready();
    },
    stop,
  };
}
