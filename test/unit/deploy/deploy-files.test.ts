import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readArguments } from '../../../service/cli/arguments.ts';
import { readStartConfig, startOptions } from '../../../service/options/config.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = async (file: string) => readFile(path.join(root, file), 'utf8');

/** Files and folders that a Dockerfile takes from the repository. */
function copiedBy(dockerfile: string): readonly string[] {
  const lines = dockerfile.split('\n').filter((line) => line.startsWith('COPY ') && !line.includes('--from='));
  return lines.flatMap((line) => line.split(/\s+/).slice(1, -1));
}

/** How long a stop waits for running requests. */
async function graceSeconds(): Promise<number> {
  return Number(/graceMs = ([\d_]+)/.exec(await read('service/main.ts'))?.[1]?.replaceAll('_', '')) / 1000;
}

const secondsOf = (pattern: RegExp, text: string) => Number(pattern.exec(text)?.[1]);

/** Flags as `start` reads them; it throws on one that it does not know. */
function flagsOf(words: readonly string[]) {
  return readStartConfig(readArguments('start', words, startOptions).values);
}

describe('deploy/Dockerfile', () => {
  test('copies existing paths, and everything that the service imports', async () => {
    const copied = copiedBy(await read('deploy/Dockerfile'));
    for (const name of copied) await access(path.join(root, name));
    const rooms = new Set(copied);
    for (const room of ['service', 'contract']) {
      for (const file of await readdir(path.join(root, room), { recursive: true })) {
        if (!file.endsWith('.ts')) continue;
        const source = await read(path.join(room, file));
        for (const [, specifier = ''] of source.matchAll(/from '(\.\.?\/[^']+)'/g)) {
          const [target = ''] = path.relative(root, path.resolve(root, room, path.dirname(file), specifier)).split('/');
          expect([file, target, rooms.has(target)]).toEqual([file, target, true]);
        }
      }
    }
  });

  test('lets only the copied paths into the build', async () => {
    const ignore = (await read('deploy/Dockerfile.dockerignore')).trim().split('\n');
    const copied = [...new Set(copiedBy(await read('deploy/Dockerfile')))].sort();
    expect(ignore[0]).toBe('*');
    expect(ignore.slice(1).sort()).toEqual(copied.map((name) => `!${name}`));
  });

  test('runs as an unprivileged user, with flags that start knows, and checks a route that exists', async () => {
    const dockerfile = await read('deploy/Dockerfile');
    expect(dockerfile).toMatch(/^USER node$/m);
    const [, command = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile) ?? [];
    const [program, script, verb, ...flags] = JSON.parse(command) as string[];
    expect([program, script, verb]).toEqual(['node', 'bin/tandem-service.mjs', 'start']);
    expect(flagsOf(flags)).toMatchObject({
      listen: { kind: 'port', host: '0.0.0.0', port: 8080 },
      metrics: { kind: 'closed' },
      requestsPerMinute: 6000,
    });
    expect(() => flagsOf([...flags, '--public-url', 'https://files.example.org'])).toThrow(/--trusted-proxies/);
    const [, example = ''] = /tandem-service (--public-url .*)$/m.exec(dockerfile) ?? [];
    expect(flagsOf([...flags, ...example.split(' ')]).trustedProxies).not.toEqual([]);
    expect(dockerfile).toContain('http://127.0.0.1:8080/health');
    expect(await read('service/http/status/status-routes.ts')).toContain("'/health'");
  });
});

describe('deploy/tandem-service.service', () => {
  test('starts the service with flags that start knows, on a socket that systemd makes for the group of the proxy', async () => {
    const unit = await read('deploy/tandem-service.service');
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    const [program, script, verb, ...flags] = command.split(' ');
    expect([program, script, verb]).toEqual(['/usr/bin/node', '/opt/tandem/bin/tandem-service.mjs', 'start']);
    const own = flags.filter((flag) => flag !== '$TANDEM_FLAGS');
    expect(flagsOf([...own, '--public-url', 'https://files.example.org'])).toMatchObject({
      listen: { kind: 'socket', path: '/run/tandem-service/http.sock', isForProxy: true },
      storage: { dataDirectory: '/var/lib/tandem-service' },
      trustedProxies: 'socket',
      requestsPerMinute: 6000,
      metrics: { kind: 'closed' },
    });
    for (const line of ['RuntimeDirectory=tandem-service', 'RuntimeDirectoryMode=0750', 'Group=tandem-proxy']) {
      expect(unit.split('\n')).toContain(line);
    }
    const readme = await read('README.md');
    expect(readme).toContain('reverse_proxy unix//run/tandem-service/http.sock');
    expect(readme).toContain('groupadd --system tandem-proxy');
  });

  test('leaves more time to stop than the service gives to running requests', async () => {
    const unit = await read('deploy/tandem-service.service');
    expect(secondsOf(/^TimeoutStopSec=(\d+)$/m, unit)).toBeGreaterThan(await graceSeconds());
  });

  test('may do nothing beyond its own directory', async () => {
    const unit = await read('deploy/tandem-service.service');
    for (const line of ['DynamicUser=yes', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=']) {
      expect(unit.split('\n')).toContain(line);
    }
  });
});

test('Docker leaves more time to stop than the service gives to running requests', async () => {
  const grace = await graceSeconds();
  for (const [place, start] of [
    ['README.md', /^docker run -d .*$/gm],
    ['deploy/Dockerfile', /^# {3}docker run .*$/gm],
  ] as const) {
    const lines = (await read(place)).match(start) ?? [];
    expect([place, lines.length]).toEqual([place, 1]);
    for (const line of lines) expect(secondsOf(/ --stop-timeout (\d+) /, line)).toBeGreaterThan(grace);
  }
});

describe('README.md', () => {
  /** The commands of its blocks, each on one line. */
  const commands = async () => {
    const blocks = (await read('README.md')).matchAll(/^```\n(.*?)^```$/gms);
    return [...blocks].flatMap(([, text = '']) => text.replaceAll('\\\n', '').split('\n'));
  };

  test('has a command to restore a backup for each way to run the service', async () => {
    const options = { from: { type: 'string' }, data: { type: 'string' } } as const;
    const restores = (await commands()).flatMap((line) => {
      const [before = '', words] = line.split('bin/tandem-service.mjs restore ');
      return words === undefined ? [] : [{ before, flags: readArguments('restore', words.split(' '), options).values }];
    });
    expect(restores).toEqual([
      {
        // The image starts the service otherwise.
        before: expect.stringMatching(/^docker run .*--entrypoint node .*-v \S+:\/data -v tandem-backup:\/backup /),
        flags: { from: '/backup/tandem', data: '/data' },
      },
      {
        before: expect.stringMatching(/^sudo systemd-run .*-p User=tandem-service /),
        flags: { from: '/var/lib/tandem-service/backup', data: '/var/lib/tandem-service' },
      },
    ]);
  });

  test('keeps the folder of the service closed to others in every command that systemd runs', async () => {
    const runs = (await commands()).filter((line) => line.includes('systemd-run'));
    expect(runs.length).toBeGreaterThan(2);
    const asTheService = '-p Group=tandem-proxy -p StateDirectory=tandem-service -p StateDirectoryMode=0700 ';
    for (const run of runs) expect(run).toContain(asTheService);
  });
});

describe('deploy/cluster', () => {
  test('names flags and a route of the service that exist, and never sends a change twice', async () => {
    const haproxy = await read('deploy/cluster/haproxy.cfg');
    const [, example = ''] = /^# {3}(--host .*)$/m.exec(haproxy) ?? [];
    const servers = ['--database', 'postgres://tandem@10.0.0.20:6432/tandem', '--blobs', 's3://tandem?region=eu'];
    expect(flagsOf([...example.split(' '), ...servers, '--rate-limit', '6000/min'])).toMatchObject({
      listen: { kind: 'port', host: '10.0.0.11', port: 8080 },
      trustedProxies: ['10.0.0.10'],
      storage: { signal: { kind: 'nats', servers: ['nats://10.0.0.31:4222'] } },
    });
    expect(haproxy).toContain('option httpchk GET /ready');
    expect(await read('service/http/status/status-routes.ts')).toContain("'/ready'");
    // `retry-on` would repeat requests that may have happened.
    expect(haproxy).not.toMatch(/^\s*retry-on/m);
  });

  test('lets the primary of PostgreSQL take changes before it has a standby, and says how it waits for one', async () => {
    const primary = await read('deploy/cluster/postgresql-primary.conf');
    expect(primary).not.toMatch(/^synchronous_standby_names/m);
    expect(primary).toMatch(/^# +alter system set synchronous_standby_names = '\*';$/m);
    expect(primary).toMatch(/^# +select pg_reload_conf\(\);$/m);
  });
});
