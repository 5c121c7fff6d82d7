import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startCeph, testCredentials } from './ceph-server.ts';
import { askPostgres, startPostgres } from './postgres-server.ts';
import type { StartedServer } from './server-tools.ts';

/** Where a run finds the servers that it may use; give them in the environment to use servers that run already. */
const postgresVariable = 'TANDEM_TEST_POSTGRES';
const s3Variable = 'TANDEM_TEST_S3';

/** Set by `npm test` where no S3 gateway can be had: tests of contents in a bucket are skipped. Its value is the line that installs one. */
export const withoutS3 = 'TANDEM_TEST_WITHOUT_S3';

/** Starts what the environment does not name, tells the tests through the environment, and gives the end of it. */
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

/** Its ports are free when they are looked for, and may be taken by the time it begins: then it is begun once more. */
async function startCephPatiently(): Promise<StartedServer> {
  return startCeph().catch(async () => startCeph());
}

function credentialsGiven(): Record<string, string> {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = process.env;
  return id === undefined || secret === undefined ? {} : { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret };
}

/** Makes a database on the server of this run, empty or a copy of another one that nobody is using; gives its address. */
export async function newDatabase(template?: string): Promise<string> {
  const server = addressOf(postgresVariable);
  const name = `t${randomBytes(8).toString('hex')}`;
  const like = template === undefined ? '' : ` template ${new URL(template).pathname.slice(1)}`;
  await askPostgres(server, `create database ${name}${like}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Removes a database, whoever is still connected. */
export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await askPostgres(addressOf(postgresVariable), `drop database if exists ${name} with (force)`);
}

/** The address of an empty place for contents, as `--blobs` takes it: each in a folder of its own in the bucket of this run. */
export async function newBucketFolder(): Promise<string> {
  const endpoint = addressOf(s3Variable);
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  try {
    // One that is there already is taken as it is.
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
