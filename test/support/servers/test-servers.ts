import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startCeph, testCredentials } from './ceph-server.ts';
import { askPostgres, startPostgres } from './postgres-server.ts';
import type { StartedServer } from './server-tools.ts';

/** Environment variables that name the test servers. Set them to use servers that are already running. */
const postgresVariable = 'TANDEM_TEST_POSTGRES';
const s3Variable = 'TANDEM_TEST_S3';

/** Environment variable that names the database of this run whose tables are empty. */
export const emptyTablesVariable = 'TANDEM_TEST_POSTGRES_TABLES';

/** Set by `npm test` if no S3 gateway is available: tests of contents in a bucket are skipped. Its value is the install command. */
export const withoutS3 = 'TANDEM_TEST_WITHOUT_S3';

/** Starts the servers that the environment does not name, sets the variables for the tests, and returns a function that stops the servers. */
export async function startTestServers(): Promise<() => Promise<void>> {
  const ends: (() => Promise<void>)[] = [];
  const postgres = process.env[postgresVariable] === undefined ? startPostgres() : null;
  const needsGateway = process.env[s3Variable] === undefined && process.env[withoutS3] === undefined;
  const s3 = needsGateway ? startCephPatiently() : null;
  const started = await Promise.allSettled([postgres, s3]);
  for (const [index, outcome] of started.entries()) {
    if (outcome.status === 'fulfilled' && outcome.value !== null) {
      process.env[index === 0 ? postgresVariable : s3Variable] = outcome.value.url;
      ends.push(outcome.value.stop);
    }
  }
  const stop = async () => void (await Promise.all(ends.map(async (end) => end())));
  const failed = started.find((outcome) => outcome.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  Object.assign(process.env, { ...testCredentials, ...credentialsGiven() });
  return stop;
}

/** Retries once: another process may take the free ports before the server binds them. */
async function startCephPatiently(): Promise<StartedServer> {
  return startCeph().catch(async () => startCeph());
}

function credentialsGiven(): Record<string, string> {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = process.env;
  return id === undefined || secret === undefined ? {} : { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret };
}

/** Creates a database without tables on this run's server. Returns its URL. */
export async function newDatabase(): Promise<string> {
  return createDatabase('');
}

/** Creates a database with empty tables. A copy takes less time than all the migrations, and one of whole files half as long as one of blocks. */
export async function newDatabaseWithTables(): Promise<string> {
  return createDatabase(` template ${new URL(addressOf(emptyTablesVariable)).pathname.slice(1)} strategy file_copy`);
}

async function createDatabase(like: string): Promise<string> {
  const server = addressOf(postgresVariable);
  const name = `t${randomBytes(8).toString('hex')}`;
  await askPostgres(server, `create database ${name}${like}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database despite open connections. */
export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await askPostgres(addressOf(postgresVariable), `drop database if exists ${name} with (force)`);
}

/** URL of an empty blob store for `--blobs`: a separate folder in the bucket of this run's gateway, or of another one. */
export async function newBucketFolder(endpoint = addressOf(s3Variable)): Promise<string> {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  try {
    // An existing bucket is reused.
    await client.send(new CreateBucketCommand({ Bucket: 'tandem-tests' }));
  } finally {
    client.destroy();
  }
  return `s3://tandem-tests/${randomBytes(8).toString('hex')}?endpoint=${endpoint}&region=us-east-1`;
}

function addressOf(variable: string): string {
  const address = process.env[variable];
  if (address !== undefined) return address;
  throw new Error(`${variable} is not set: this suite needs the servers of test/support/servers/global-setup.ts.`);
}
