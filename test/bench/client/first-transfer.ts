import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Beside, Figure } from '../figure.ts';
import type { ClientBench } from './bench-part.ts';
import { withPeers } from './peers/peers.ts';
import { openClientPlace } from './place/client-place.ts';
import { copyAll, hashAll, streamOverHttp } from './place/machine-limits.ts';
import { plantLargeFile, plantTree } from './place/trees.ts';

const KIBIBYTE = 1024;
const GIBIBYTE = 1024 ** 3;

type Load = { readonly what: string; readonly files: number; readonly fileBytes: number };

/** 10,000 files of 4 KiB to the service, and from there to a second computer. */
export const benchSmallFiles: ClientBench = (context) =>
  benchLoad(context, { what: '4 KiB each', files: Math.ceil(10_000 * context.scale), fileBytes: 4 * KIBIBYTE });

/** 1,000 files of 1 MiB. */
export const benchMediumFiles: ClientBench = (context) =>
  benchLoad(context, { what: '1 MiB each', files: Math.ceil(1000 * context.scale), fileBytes: 1024 * KIBIBYTE });

/** One file of 4 GiB. */
export const benchLargeFile: ClientBench = (context) =>
  benchLoad(context, { what: 'GiB in all', files: 1, fileBytes: Math.ceil(4 * GIBIBYTE * context.scale) });

async function benchLoad({ say }: Parameters<ClientBench>[0], load: Load): Promise<readonly Figure[]> {
  const { files, fileBytes } = load;
  const place = await openClientPlace();
  try {
    const [a, b] = [await place.computer('a'), await place.computer('b')];
    if (files === 1) plantLargeFile(join(a.root, 'large.bin'), fileBytes);
    else plantTree(a.root, { files, fileBytes, tops: ['tree'] });
    const copied = await copyAll(a.root, join(place.folder, 'tree'));
    const hashed = await hashAll(a.root);
    const streamed = await streamOverHttp(files * fileBytes, place.folder);
    const up = await a.once();
    say(`up ${up.seconds} s, ${up.report.requests} requests`);
    const down = await b.once();
    say(`down ${down.seconds} s, ${down.report.requests} requests`);
    if (up.report.uploaded !== files || down.report.downloaded !== files) throw new Error('not all files went over');
    const beside: { up: Beside[]; down: Beside[] } = { up: [], down: [] };
    await rm(b.root, { recursive: true, force: true });
    const task = { folder: place.folder, tree: join(place.folder, 'tree'), files, isEqual: false, say };
    await withPeers(task, async (peer) => {
      const [there, back] = [await peer.up(), (await peer.down?.()) ?? null];
      say(`${peer.name}: ${there} s${back === null ? ' both ways' : `, back ${back} s`}`);
      beside.up.push({ what: `${peer.name} (${peer.note})`, value: there });
      if (back !== null) beside.down.push({ what: peer.name, value: back });
    });
    const limits = [
      { what: 'cp -r', value: copied },
      { what: 'sha1sum', value: hashed },
      { what: 'one plain HTTP request', value: streamed },
    ];
    const name = `${files.toLocaleString('en')} ${files === 1 ? `file of ${fileBytes / GIBIBYTE} GiB` : `files, ${load.what}`}`;
    const bound = files === 1 ? LARGE_BOUND : SMALL_BOUND;
    return [
      {
        what: `first upload of ${name}`,
        value: up.seconds,
        unit: 's',
        peers: [...beside.up, ...limits],
        bound: bound.up,
      },
      {
        what: `first download of ${name}`,
        value: down.seconds,
        unit: 's',
        peers: [...beside.down, ...limits],
        bound: bound.down,
      },
      { what: `client at its largest, upload of ${name}`, value: up.clientMegabytes, unit: 'MB' },
      { what: `service at its largest, upload of ${name}`, value: up.serviceMegabytes, unit: 'MB' },
      { what: `client at its largest, download of ${name}`, value: down.clientMegabytes, unit: 'MB' },
    ];
  } finally {
    await place.close();
  }
}

const SMALL_BOUND = {
  up: 'what the service writes for each file, client and service on the same cores; small files share requests',
  down: 'one request a file, a flush and a rename of each, client and service on the same cores',
} as const;
const LARGE_BOUND = {
  up: 'SHA-1 on both sides and the bytes through two processes; the disk flushes them twice',
  down: 'SHA-1 of what arrives and one flush of the whole file',
} as const;
