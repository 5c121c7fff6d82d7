import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  endServer,
  freePort,
  type RestartableServer,
  requireProgram,
  run,
  startServer,
  untilReady,
} from './server-tools.ts';

/** Credentials of the test gateway. They are valid nowhere else. */
export const testCredentials = { AWS_ACCESS_KEY_ID: 'testkey', AWS_SECRET_ACCESS_KEY: 'testsecret' } as const;

/** Programs from Debian packages that make up a test gateway. */
export const cephPrograms: readonly string[] = [
  'ceph-mon',
  'ceph-osd',
  'radosgw',
  'ceph',
  'ceph-authtool',
  'monmaptool',
  'radosgw-admin',
].map((name) => `/usr/bin/${name}`);

/** A Ceph cluster with one monitor, one in-memory store and one S3 gateway, on free ports of the loopback address. */
export async function startCeph(): Promise<RestartableServer> {
  for (const program of cephPrograms) await requireProgram(program, 'radosgw ceph-mon ceph-osd ceph-mgr');
  const directory = await mkdtemp(join(tmpdir(), 'tandem-ceph-'));
  for (const name of ['mon', 'osd', 'rgw', 'log', 'run']) await mkdir(join(directory, name));
  const [v2, v1, port] = [await freePort(), await freePort(), await freePort()];
  const monitors = `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`;
  const cluster = randomUUID();
  const file = join(directory, 'ceph.conf');
  const keyring = join(directory, 'keyring');
  await writeFile(file, configuration({ directory, cluster, monitors, port }));
  await makeKeys(keyring);
  const map = join(directory, 'monmap');
  await run(['monmaptool', '--create', '--addv', 'a', monitors, '--fsid', cluster, map]);
  await run(['ceph-mon', '--mkfs', '-i', 'a', '-c', file, '--monmap', map, '--keyring', keyring]);
  const log = join(directory, 'log', 'servers');
  const servers = [startServer(['ceph-mon', '-f', '-i', 'a', '-c', file], log)];
  const stop = async () => {
    for (const server of servers.reverse()) await endServer(server);
    await rm(directory, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  const ready = async () => untilReady('The S3 gateway', 90_000, async () => fetch(url));
  try {
    await begin(file, keyring, (command) => void servers.push(startServer(command, log)));
    await ready();
    const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = testCredentials;
    const user = ['--uid=tandem', '--display-name=tandem', `--access-key=${id}`, `--secret-key=${secret}`];
    await run(['radosgw-admin', '-c', file, 'user', 'create', ...user]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    stop,
    kill: async () => {
      const gateway = servers.pop();
      if (gateway) await endServer(gateway);
    },
    start: async () => {
      servers.push(startServer(gatewayOf(file), log));
      await ready();
    },
  };
}

const gatewayOf = (file: string) => ['radosgw', '-f', '-n', 'client.rgw', '-c', file];

/** Registers the store with the monitor, then starts the store and the gateway. */
async function begin(file: string, keyring: string, start: (command: readonly string[]) => void): Promise<void> {
  const store = randomUUID();
  await run(['ceph', '-c', file, '--connect-timeout', '30', 'osd', 'new', store]);
  const key = (await run(['ceph-authtool', '-p', '-n', 'osd.0', keyring])).trim();
  await run(['ceph-osd', '-i', '0', '-c', file, '--mkfs', '--osd-uuid', store, '--key', key]);
  start(['ceph-osd', '-f', '-i', '0', '-c', file]);
  start(gatewayOf(file));
}

type Places = {
  readonly directory: string;
  readonly cluster: string;
  readonly monitors: string;
  readonly port: number;
};

/** One replica, in memory; `tcp_nodelay` saves 40 ms per answer. */
function configuration({ directory, cluster, monitors, port }: Places): string {
  return `[global]
fsid=${cluster}
mon initial members=a
mon host=${monitors}
keyring=${directory}/keyring
auth allow insecure global id reclaim=true
osd pool default size=1
osd pool default min size=1
osd pool default pg num=1
osd pool default pg autoscale mode=off
mon allow pool size one=true
osd crush chooseleaf type=0
osd objectstore=memstore
memstore device bytes=6G
public network=127.0.0.0/8
run dir=${directory}/run
admin socket=${directory}/run/$name.asok
log file=${directory}/log/$name.log
mon data=${directory}/mon
osd data=${directory}/osd
[client.rgw]
rgw frontends=beast endpoint=127.0.0.1:${port} tcp_nodelay=1
rgw data=${directory}/rgw
`;
}

async function makeKeys(keyring: string): Promise<void> {
  const keys: readonly (readonly string[])[] = [
    ['-C', '-n', 'mon.', '--cap', 'mon', 'allow *'],
    ['-n', 'client.admin', '--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'],
    ['-n', 'client.rgw', '--cap', 'mon', 'allow rw', '--cap', 'osd', 'allow rwx'],
    ['-n', 'osd.0', '--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *'],
  ];
  for (const key of keys) await run(['ceph-authtool', keyring, '--gen-key', ...key]);
}
