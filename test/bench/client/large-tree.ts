import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Running } from '../../support/programs/processes.ts';
import type { Beside, Figure } from '../figure.ts';
import { residentMegabytes } from '../resident-memory.ts';
import type { ClientBench, ClientBenchContext } from './bench-part.ts';
import { withPeers } from './peers/peers.ts';
import { type BenchComputer, type ClientPlace, LOGIN, openClientPlace, type Pass } from './place/client-place.ts';
import { findAll, hashAll } from './place/machine-limits.ts';
import { processorMs, run } from './place/run-program.ts';
import { fillAccount } from './place/service-rows.ts';
import { plantTree, type TreeShape } from './place/trees.ts';

const SAVES = 20;
const PEER_SAVES = 3;
/** The work is over when its heap was collected (`main/small-heap.ts`), which is done once, some seconds after the last file. */
const SETTLING_SECONDS = 20;
const IDLE_SECONDS = 60;
const LONGEST_MS = 60 * 60_000;
const RENAMED = { from: 'half', to: 'renamed half' } as const;
const SAVED = join('rest', 'folder 00000', 'file 000.txt');

/** 100,000 files on two computers: the state lost, nothing changed, one save, a folder of half of it renamed, at rest. */
export const benchLargeTree: ClientBench = (context) => benchTracked(context, 100_000, true);

/** The cost of knowing 1,000,000 files on one computer. */
export const benchMillion: ClientBench = (context) => benchTracked(context, 1_000_000, false);

async function benchTracked(context: ClientBenchContext, whole: number, isPair: boolean): Promise<readonly Figure[]> {
  const { scale, say } = context;
  const shape: TreeShape = {
    files: Math.ceil(whole * scale),
    fileBytes: 128,
    tops: [RENAMED.from, 'rest'],
  };
  say(`making ${shape.files} files, and the rows of the service`);
  const place = await openClientPlace((data) => fillAccount(data, LOGIN, shape));
  try {
    const a = await place.computer('a');
    plantTree(a.root, shape);
    const limits = { find: await findAll(a.root), hash: await hashAll(a.root) };
    say(`find ${limits.find} s, sha1sum ${limits.hash} s`);
    const relinked = await a.once();
    say(`linked ${JSON.stringify({ ...relinked.report, ignored: 0, blocked: relinked.report.blocked.length })}`);
    const again = [await a.once(), await a.once()].toSorted((x, y) => x.seconds - y.seconds)[0] ?? relinked;
    say(`nothing changed: ${again.seconds} s, ${again.report.requests} requests`);
    const resting = await atRest(a, say);
    const figures = trackedFigures({ files: shape.files, limits, relinked, again, resting });
    if (!isPair) return figures;
    const running = await pairFigures(context, place, { a, shape, resting });
    return [...figures, ...running, ...(await peerFigures(context, place, { tree: a.root, shape, again }))];
  } finally {
    await place.close();
  }
}

type Resting = { readonly daemon: Running; readonly megabytes: number; readonly idleShare: number };

/** A running client at rest: its memory, and the share of a core that it uses for nothing. */
async function atRest(computer: BenchComputer, say: (text: string) => void): Promise<Resting> {
  const daemon = await computer.follow(LONGEST_MS);
  await pause(SETTLING_SECONDS * 1000);
  const before = processorMs(daemon.pid);
  await pause(IDLE_SECONDS * 1000);
  const used = processorMs(daemon.pid) - before;
  const megabytes = residentMegabytes(daemon.pid);
  say(`at rest ${megabytes} MB, ${used} ms of processor time in ${IDLE_SECONDS} s`);
  return { daemon, megabytes, idleShare: Math.round((used / (IDLE_SECONDS * 1000)) * 100_000) / 1000 };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Tracked = {
  readonly files: number;
  readonly limits: { readonly find: number; readonly hash: number };
  readonly relinked: Pass;
  readonly again: Pass;
  readonly resting: Resting;
};

function trackedFigures({ files, limits, relinked, again, resting }: Tracked): readonly Figure[] {
  const count = files.toLocaleString('en');
  const { report } = relinked;
  return [
    {
      what: `linked again, ${count} equal files`,
      value: relinked.seconds,
      unit: 's',
      peers: [{ what: 'find -exec sha1sum', value: limits.hash }],
      bound: 'hashing each file, and three rows of the store for each',
    },
    { what: 'and its processor time', value: relinked.processorSeconds, unit: 's' },
    { what: 'and transferred meanwhile', value: report.uploaded + report.downloaded, unit: 'files' },
    { what: 'and requests for it', value: report.requests, unit: 'requests' },
    { what: 'and the client at its largest', value: relinked.clientMegabytes, unit: 'MB' },
    {
      what: `nothing changed, ${count} files, a fresh process`,
      value: again.seconds,
      unit: 's',
      peers: [{ what: 'find -printf', value: limits.find }],
      bound: 'one stat a file on one thread, one comparison with the store on the other',
    },
    { what: 'and its processor time', value: again.processorSeconds, unit: 's' },
    { what: 'and its requests', value: again.report.requests, unit: 'requests' },
    { what: 'and the client at its largest', value: again.clientMegabytes, unit: 'MB' },
    { what: `running at rest, ${count} files`, value: resting.megabytes, unit: 'MB' },
    { what: 'and its processor time over a minute', value: resting.idleShare, unit: '% of a core' },
  ];
}

type Pair = { readonly a: BenchComputer; readonly shape: TreeShape; readonly resting: Resting };

/** With both computers running: one save, and a folder renamed. */
async function pairFigures(
  { say }: ClientBenchContext,
  place: ClientPlace,
  { a, shape }: Pair,
): Promise<readonly Figure[]> {
  const b = await place.computer('b');
  await run('cp', ['-r', `${a.root}/.`, b.root]);
  await run('rm', ['-rf', join(b.root, '.tandem')]);
  await b.once();
  await b.follow(LONGEST_MS);
  const waits: number[] = [];
  for (let save = 0; save < SAVES; save++) {
    const text = `save ${save} of the bench`;
    const started = performance.now();
    await writeFile(join(a.root, SAVED), text);
    await soon(async () => (await readFile(join(b.root, SAVED), 'utf8').catch(() => '')) === text);
    waits.push(performance.now() - started);
  }
  const inOrder = waits.toSorted((x, y) => x - y);
  const at = (share: number) => Math.round(inOrder[Math.floor(share * (SAVES - 1))] ?? 0);
  say(`saves ${inOrder.map(Math.round).join(' ')}`);
  const started = performance.now();
  await rename(join(a.root, RENAMED.from), join(a.root, RENAMED.to));
  await soon(() =>
    stat(join(b.root, RENAMED.to)).then(
      () => true,
      () => false,
    ),
  );
  const renamed = Math.round((performance.now() - started) / 10) / 100;
  say(`renamed after ${renamed} s`);
  return [
    { what: 'save to visible on the other computer, median', value: at(0.5), unit: 'ms' },
    {
      what: 'save to visible on the other computer, p95',
      value: at(0.95),
      unit: 'ms',
      bound: 'the quiet time after a save (150 ms), three requests, and one flush on each of three disks',
    },
    {
      what: `a folder of ${Math.floor(shape.files / 2).toLocaleString('en')} files renamed, to visible on the other computer`,
      value: renamed,
      unit: 's',
      bound: 'a missing name is looked for before it is believed to be gone; then one request and one rename',
    },
  ];
}

/** Looks every five milliseconds. */
async function soon(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('it did not arrive');
    await pause(5);
  }
}

type PeerWork = { readonly tree: string; readonly shape: TreeShape; readonly again: Pass };

/** The same with the other programs, which begin with equal folders on both sides. */
async function peerFigures(
  { say }: ClientBenchContext,
  place: ClientPlace,
  { tree, shape, again }: PeerWork,
): Promise<readonly Figure[]> {
  const found: Record<'linked' | 'again' | 'rename' | 'save' | 'memory', Beside[]> = {
    linked: [],
    again: [],
    rename: [],
    save: [],
    memory: [],
  };
  const task = { folder: place.folder, tree, files: shape.files, isEqual: true, say };
  await withPeers(task, async (peer) => {
    const { name } = peer;
    found.linked.push({ what: name, value: await peer.up() });
    found.again.push({ what: name, value: await peer.again() });
    const megabytes = peer.pids().map(residentMegabytes);
    if (megabytes.length > 0) found.memory.push({ what: name, value: Math.max(...megabytes) });
    const saves: number[] = [];
    for (let save = 0; peer.save !== null && save < PEER_SAVES; save++) {
      saves.push(await peer.save(SAVED, `save ${save} with ${name}`));
    }
    if (saves.length > 0) {
      found.save.push({ what: name, value: Math.round(saves.toSorted((x, y) => x - y)[saves.length >> 1] ?? 0) });
    }
    if (peer.rename !== null) {
      found.rename.push({ what: name, value: await peer.rename(RENAMED.to, `${RENAMED.to} again`) });
    }
    say(`${name} done`);
  });
  const row = (what: string, unit: string, peers: readonly Beside[]): readonly Figure[] =>
    peers.map((peer) => ({ what: `${peer.what}: ${what}`, value: peer.value, unit }));
  return [
    ...row('both folders equal, met for the first time', 's', found.linked),
    ...found.again.map((peer) => ({
      what: `${peer.what}: nothing changed`,
      value: peer.value,
      unit: 's',
      beside: { what: 'ours', value: again.seconds },
    })),
    ...row('one save, median', 'ms', found.save),
    ...row('a folder of half the files renamed', 's', found.rename),
    ...row('memory at rest', 'MB', found.memory),
  ];
}
