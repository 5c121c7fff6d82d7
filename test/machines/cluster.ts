import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSignalPlace } from '../../service/options/signal-place.ts';
import { readBlobPlace, readDatabasePlace } from '../../service/options/storage-config.ts';
import { nowhere, type Stage } from '../faults/parallel/stage.ts';
import { killAndStart } from '../faults/parallel/two-processes.ts';
import { type ServiceProcess, startService } from '../support/programs/processes.ts';
import { startCeph } from '../support/servers/ceph-server.ts';
import { startHaproxy } from '../support/servers/haproxy-server.ts';
import { startNats } from '../support/servers/nats-server.ts';
import { type Pooler, startPgbouncer } from '../support/servers/pgbouncer-server.ts';
import { askPostgres, type PostgresServer, startPostgres } from '../support/servers/postgres-server.ts';
import { freePort, type RestartableServer, type StartedServer, untilReady } from '../support/servers/server-tools.ts';
import { newBucketFolder } from '../support/servers/test-servers.ts';
import { createPerson } from '../support/service/beside.ts';

/** The environment of every process of the service. */
export const clusterSecrets = { NATS_USER: 'tandem', NATS_PASSWORD: 'secret' };

/** All servers, in the order in which they were started. */
type Servers = {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  readonly pooler: Pooler;
  readonly nats: RestartableServer;
  readonly s3: RestartableServer;
};

/**
 * The deployment of `deploy/cluster` on one machine: HAProxy, two processes of the service, PgBouncer, PostgreSQL with a streaming
 * standby, an S3 gateway and NATS. Each part can be disturbed; the primary only once.
 */
export async function openCluster(): Promise<Stage> {
  const started: StartedServer[] = [];
  const processes: ServiceProcess[] = [];
  const close = async () => {
    await Promise.all(processes.map(async (each) => each.kill('SIGKILL')));
    for (const server of started.reverse()) await server.stop();
  };
  try {
    const servers = await startServers((server) => started.push(server));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const blobs = await newBucketFolder(servers.s3.url);
    const storage = ['--database', servers.pooler.url, '--blobs', blobs, '--signal', servers.nats.url];
    const http = ['--public-url', url, '--trusted-proxies', '127.0.0.1', '--rate-limit', 'off'];
    const token = await createPerson(nowhere, 'p0@example.com', storage);
    const flags = [...storage, ...http];
    const [a, b] = [await freePort(), await freePort()];
    const startA = async () => startService(nowhere, a, flags);
    const startB = async () => startService(nowhere, b, flags);
    processes.push(await startA(), await startB());
    const haproxy = await startHaproxy(port, [a, b]);
    started.push(haproxy);
    const { baseUrl, uploadUrl } = processes[0] ?? { baseUrl: '', uploadUrl: '' };
    return {
      doors: [{ baseUrl, uploadUrl }],
      token,
      storage: {
        dataDirectory: nowhere,
        database: readDatabasePlace(`${servers.pooler.url}?pool=2`, '/'),
        blobs: readBlobPlace(blobs, '/'),
        signal: readSignalPlace(servers.nats.url, clusterSecrets),
      },
      direct: () => {
        const { href } = onDatabase(servers.standby.url);
        return { databaseUrl: href, flags: ['--database', href, '--blobs', blobs] };
      },
      disturbances: [
        { name: 'a process of the service', act: async () => killAndStart(processes, 0, startA) },
        { name: 'the other process', act: async () => killAndStart(processes, 1, startB) },
        again('HAProxy', haproxy),
        again('PgBouncer', servers.pooler),
        again('NATS', servers.nats),
        again('the S3 gateway', servers.s3),
        { name: 'the primary of PostgreSQL', act: async () => failOver(servers) },
      ],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startServers(add: (server: StartedServer) => void): Promise<Servers> {
  const added = <Server extends StartedServer>(server: Server): Server => {
    add(server);
    return server;
  };
  const { NATS_USER: user, NATS_PASSWORD: password } = clusterSecrets;
  const [s3, nats, primary] = await Promise.all([
    startCeph().then(added),
    startNats({ user, password }).then(added),
    startPrimary().then(added),
  ]);
  const standby = added(await primary.standby());
  await askPostgres(primary.url, "alter system set synchronous_standby_names = '*'");
  await askPostgres(primary.url, 'select pg_reload_conf()');
  // Fails while there is none.
  const waitsForOne = "select 1 / count(*) from pg_stat_replication where sync_state = 'sync'";
  await untilReady('the standby', 30_000, async () => askPostgres(primary.url, waitsForOne));
  // Acknowledged once the standby has it, like every change from here on.
  await askPostgres(primary.url, 'create database tandem');
  const pooler = added(await startPgbouncer(new URL(primary.url)));
  return { s3, nats, primary, standby, pooler };
}

async function startPrimary(): Promise<PostgresServer> {
  const configuration = await readFile(
    join(import.meta.dirname, '../../deploy/cluster/postgresql-primary.conf'),
    'utf8',
  );
  return startPostgres({ durable: true, configuration });
}

/** The primary is lost permanently: the standby takes its place. */
async function failOver({ primary, standby, pooler }: Servers): Promise<void> {
  await primary.kill();
  await pooler.promote(new URL(standby.url));
}

/** A part is killed and comes back. */
function again(name: string, server: RestartableServer) {
  const act = async () => {
    await server.kill();
    await server.start();
  };
  return { name, act };
}

function onDatabase(server: string): URL {
  const url = new URL(server);
  url.pathname = '/tandem';
  return url;
}
