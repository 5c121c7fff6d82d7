import { spawn } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTree } from '../support/files/disk-tree.ts';
import { startTandem } from '../support/programs/processes.ts';
import { type Computer, openWorkplace, type SyncReport, type Workplace } from '../support/programs/workplace.ts';
import type { Figure } from './figure.ts';
import { watchMemory } from './resident-memory.ts';

const GIBIBYTE = 1024 ** 3;
const SOURCES = ['/usr/share/doc', '/usr/share/zoneinfo'];

/**
 * A real tree (`/usr/share/doc` and `/usr/share/zoneinfo`) and one file of 1 GiB: up from one folder, down into another, then nothing at all, with the
 * resident memory of client and service; beside `cp -a` and `sha1sum` of the same bytes.
 */
export const benchTree = (say: (text: string) => void): Promise<readonly Figure[]> => benchFiles(say, SOURCES);

/** One file of 1 GiB and nothing else. */
export const benchLarge = (say: (text: string) => void): Promise<readonly Figure[]> => benchFiles(say, []);

async function benchFiles(say: (text: string) => void, sources: readonly string[]): Promise<readonly Figure[]> {
  const place = await openWorkplace();
  try {
    const [a, b] = [await place.computer('a'), await place.computer('b')];
    const copied = await seconds(() =>
      sources.length === 0 ? Promise.resolve() : run('cp', ['-a', ...sources, a.root]),
    );
    await writeRandom(join(a.root, 'one-gibibyte.bin'), GIBIBYTE);
    const hashed = await seconds(() => run('sha1sum', [join(a.root, 'one-gibibyte.bin')]));
    const up = await measured(place, a);
    say(`up: ${inShort(up.report)}`);
    const down = await measured(place, b);
    say(`down: ${inShort(down.report)}`);
    const idle = [await measured(place, a), await measured(place, b)];
    // The service holds one name of each case (its names do not tell case apart): blocked items stay on the first side alone.
    const blocked = new Set(up.report.blocked.map(({ path }) => path));
    const [left, right] = [await readTree(a.root), await readTree(b.root)];
    for (const path of blocked) left.delete(path);
    const equal = JSON.stringify([...left]) === JSON.stringify([...right]);
    const copyAll = await seconds(() =>
      mkdir(join(place.folder, 'copy')).then(() => run('cp', ['-a', `${a.root}/.`, join(place.folder, 'copy')])),
    );
    return [
      { what: 'entries in the tree', value: left.size, unit: 'entries' },
      { what: 'blocked for a sibling that differs in case only', value: blocked.size, unit: 'entries' },
      { what: 'links and special files, listed as ignored', value: up.report.ignored.length, unit: 'entries' },
      { what: 'trees equal byte for byte (1 = yes)', value: equal ? 1 : 0, unit: '' },
      {
        what: 'first upload',
        value: up.report.seconds,
        unit: 's',
        beside: { what: `cp -a of the small files ${copied} s, sha1sum of the large one`, value: hashed },
      },
      {
        what: 'first download',
        value: down.report.seconds,
        unit: 's',
        beside: { what: 'cp -a of the same tree', value: copyAll },
      },
      ...idle.map((run, index) => ({
        what: `nothing changed, ${index === 0 ? 'uploader' : 'downloader'}`,
        value: run.report.seconds,
        unit: 's',
      })),
      ...idle.map((run, index) => ({
        what: `its requests (${index === 0 ? 'uploader' : 'downloader'})`,
        value: run.report.requests,
        unit: 'requests',
      })),
      { what: 'client at its largest, upload', value: up.clientMegabytes, unit: 'MB' },
      { what: 'service at its largest, upload', value: up.serviceMegabytes, unit: 'MB' },
      { what: 'client at its largest, download', value: down.clientMegabytes, unit: 'MB' },
      { what: 'service at its largest, download', value: down.serviceMegabytes, unit: 'MB' },
    ];
  } finally {
    await place.close();
  }
}

const inShort = ({ ignored, blocked, ...rest }: SyncReport): string =>
  JSON.stringify({ ...rest, ignored: ignored.length, blocked: blocked.length });

type Measured = { readonly report: SyncReport; readonly clientMegabytes: number; readonly serviceMegabytes: number };

async function measured(place: Workplace, computer: Computer): Promise<Measured> {
  const client = startTandem(
    ['sync', '--local', computer.root, '--remote', '0', '--once', '--json', ...computer.flags],
    {
      env: { TANDEM_TOKEN: place.token },
    },
  );
  const memory = watchMemory(() => [client.pid, place.service().pid]);
  const end = await client.finished;
  const peaks = memory.stop();
  if (end.code === 1) throw new Error(`sync --once: ${end.stderr}`);
  return {
    report: JSON.parse(end.stdout) as SyncReport,
    clientMegabytes: peaks.get(client.pid) ?? 0,
    serviceMegabytes: peaks.get(place.service().pid) ?? 0,
  };
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round((performance.now() - started) / 10) / 100;
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: 'ignore' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
}

async function writeRandom(path: string, bytes: number): Promise<void> {
  const stream = createWriteStream(path);
  const block = Buffer.alloc(8 * 1024 ** 2);
  for (let written = 0; written < bytes; written += block.length) {
    randomFillSync(block);
    if (!stream.write(Buffer.from(block))) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}
