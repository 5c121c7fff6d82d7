import { access, chmod, chown, constants, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  endServer,
  freePort,
  requireProgram,
  run,
  type StartedServer,
  startServer,
  untilReady,
} from './server-tools.ts';

/** A PostgreSQL of its own, which can be ended and started again on the same data and port. */
export type PostgresServer = StartedServer & {
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

/** What a test wants otherwise: with `durable` it writes to disk as a real one does. */
export type PostgresServerOptions = { readonly durable?: boolean };

/** Makes a cluster in a directory of its own and serves it on a free port of the loopback address. */
export async function startPostgres({ durable = false }: PostgresServerOptions = {}): Promise<PostgresServer> {
  const programs = await programFolder();
  const directory = await mkdtemp(join(durable ? tmpdir() : await quickFolder(), 'tandem-postgres-'));
  const port = await freePort();
  const asUser = await commandPrefix(directory);
  const data = join(directory, 'data');
  const init = ['-D', data, '-U', 'app', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  await run([...asUser, join(programs, 'initdb'), ...init]);
  const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
    'max_connections=200',
    ...(durable ? [] : quick),
  ].flatMap((setting) => ['-c', setting]);
  const url = `postgres://app@127.0.0.1:${port}/postgres`;
  const begin = () =>
    startServer([...asUser.slice(1), join(programs, 'postgres'), '-D', data, ...settings], join(directory, 'log'));
  let server = begin();
  await untilReady('PostgreSQL', 30_000, async () => askPostgres(url));
  return {
    url,
    kill: async () => endServer(server, 'SIGQUIT'),
    start: async () => {
      server = begin();
      await untilReady('PostgreSQL', 30_000, async () => askPostgres(url));
    },
    stop: async () => {
      await endServer(server, 'SIGQUIT');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Memory where the system has a file system in it: databases are made and dropped by the hundred. */
async function quickFolder(): Promise<string> {
  const memory = '/dev/shm';
  return access(memory, constants.W_OK).then(
    () => memory,
    () => tmpdir(),
  );
}

/** Runs one statement on a connection of its own. */
export async function askPostgres(url: string, statement = 'select 1'): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The newest PostgreSQL that Debian's package installed. */
async function programFolder(): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const newest = versions.sort((one, other) => Number(one) - Number(other)).at(-1) ?? '15';
  const folder = join(root, newest, 'bin');
  await requireProgram(join(folder, 'initdb'));
  return folder;
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package made, who gets the directory. */
async function commandPrefix(directory: string): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return ['setpriv', '--no-new-privs'];
  const ids = await Promise.all(['-u', '-g'].map(async (flag) => Number(await run(['id', flag, 'postgres']))));
  const [uid = 0, gid = 0] = ids;
  await chown(directory, uid, gid);
  await chmod(directory, 0o700);
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
}
