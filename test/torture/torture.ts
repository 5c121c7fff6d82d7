import { access, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STATE_FOLDER } from '../../main/engine/model/names/state-folder.ts';
import { openChance } from '../simulation/world/chance.ts';
import { readSizes, readTree } from '../support/files/disk-tree.ts';
import { startFaultyProxy } from '../support/lines/faulty-proxy.ts';
import { eventually, type ServiceProcess, startService, startTandem, tandem } from '../support/programs/processes.ts';
import { createPerson } from '../support/service/beside.ts';
import { type Post, pause, wreak } from './chaos.ts';
import { contentOf, filesBelow, type Hands, sha1At } from './hands.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { EDITORS } from './tools/editors.ts';
import { TREES } from './tools/trees.ts';
import { findEverything, stateOf, versionsOf } from './verdict.ts';

export type TorturePlan = {
  readonly minutes: number;
  readonly seed: number;
  readonly clients: number;
  /** Slower than this to be in sync after the last act is a violation. */
  readonly settleSeconds: number;
  readonly say: (line: string) => void;
};

export type TortureReport = {
  readonly violations: readonly string[];
  /** How often each tool did something, and each mischief. */
  readonly acts: ReadonlyMap<string, number>;
  readonly mischief: ReadonlyMap<string, number>;
  readonly saved: number;
  readonly owed: number;
  readonly raced: number;
  /** Looks at files that other computers' work had put there, each whole. */
  readonly looks: number;
  readonly files: number;
  readonly settledSeconds: number;
};

/** Then it is given up: what differs says more than a longer wait. */
const SETTLE_MS = 420_000;
/** How often the states are printed meanwhile. */
const SAY_EVERY_SECONDS = 10;
const TOOLS = [...EDITORS, ...TREES];

/**
 * One service and some clients as processes of their own, on real folders in which real tools work, while the clients and the
 * service are killed and their lines are cut. In the end the trees must be equal, and everything that was ever saved must be
 * where a person can get at it.
 */
export async function torture(plan: TorturePlan): Promise<TortureReport> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-torture-'));
  const place = await openPlace(plan, folder);
  try {
    return await play(plan, place);
  } finally {
    await place.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

type Place = {
  readonly folder: string;
  readonly data: string;
  readonly posts: readonly Post[];
  readonly hands: readonly Hands[];
  readonly ledger: Ledger;
  readonly killService: () => Promise<void>;
  /** Ends everything in good order; what the service has can be read then. */
  readonly end: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

async function openPlace(plan: TorturePlan, folder: string): Promise<Place> {
  const data = join(folder, 'service');
  let service: ServiceProcess = await startService(data);
  const token = await createPerson(data, 'ann@example.com');
  const port = Number(new URL(service.baseUrl).port);
  const ledger = openLedger();
  const posts: Post[] = [];
  const hands: Hands[] = [];
  for (let index = 0; index < plan.clients; index++) {
    const name = String.fromCodePoint(97 + index);
    const root = join(folder, name, 'files');
    await mkdir(root, { recursive: true });
    const proxy = await startFaultyProxy({ publicUrl: new URL(service.baseUrl).origin });
    const flags = ['--local', root, '--remote', '0', '--state', stateOf(folder, name), '--base-url', proxy.baseUrl];
    const start = () => startTandem(['sync', ...flags], { env: { TANDEM_TOKEN: token } });
    posts.push({ name, proxy, start, client: start() });
    const chance = openChance(plan.seed, `tools of ${name}`);
    const content = (sizeBytes?: number) => contentOf(name, chance, sizeBytes);
    const [own, shared] = [join(root, `of ${name}`), join(root, 'shared')];
    hands.push({ name, root, own, shared, chance, ledger, content });
    // The first start needs the service and reports it unreachable; from then on a client starts without it.
    await eventually(`the folder of ${name} is linked`, () => isThere(join(root, STATE_FOLDER)));
  }
  return {
    folder,
    data,
    posts,
    hands,
    ledger,
    killService: async () => {
      await service.kill('SIGKILL');
      service = await startService(data, port);
    },
    end: async () => {
      const ends = await Promise.all(posts.map(({ client }) => client.kill('SIGTERM')));
      const last = await service.kill('SIGTERM');
      return [...ends, last]
        .filter(({ code }) => code !== 0)
        .map(({ code, stderr }) => `A process ended with ${code}: ${stderr.slice(-2_000)}`);
    },
    close: async () => {
      await Promise.all(posts.map(({ client }) => client.kill('SIGKILL')));
      await service.kill('SIGKILL');
      for (const { proxy } of posts) await proxy.stop();
    },
  };
}

async function play(plan: TorturePlan, place: Place): Promise<TortureReport> {
  const { posts, hands, ledger } = place;
  const [acts, mischief] = [new Map<string, number>(), new Map<string, number>()];
  const seen = new Map<string, string>();
  const failed = new AbortController();
  const clock = AbortSignal.any([AbortSignal.timeout(plan.minutes * 60_000), failed.signal]);
  const chance = openChance(plan.seed, 'mischief');
  plan.say(`${plan.clients} clients, ${plan.minutes} min, seed ${plan.seed}`);
  await allOrNone(failed, [
    ...hands.map((one) => work(one, acts, clock)),
    wreak({ chance, posts, killService: place.killService, signal: clock }, mischief),
    lookAround(hands, seen, clock),
  ]);
  for (const { proxy } of posts) proxy.mend();
  const settled = await settle(plan, place);
  const violations = [...settled.violations, ...(await place.end())];
  if (settled.seconds > plan.settleSeconds)
    violations.push(`in sync only ${settled.seconds} s after the last act; ${plan.settleSeconds} s are allowed`);
  const versions = versionsOf(place.data);
  for (const [sha1, where] of seen) {
    if (!ledger.isWhole(sha1) && !versions.has(sha1)) violations.push(`half a file was seen: ${where} (${sha1})`);
  }
  const owed = ledger.owed();
  const found = await findEverything(place.folder, hands, versions);
  for (const [sha1, words] of owed) if (!found.has(sha1)) violations.push(`lost: ${sha1}, ${words}`);
  for (const [path, sha1] of settled.tree) {
    if (sha1 !== '/' && !ledger.isWhole(sha1))
      violations.push(`at rest ${path} holds content that no tool ever saved (${sha1})`);
  }
  const { saved, raced } = ledger.counts;
  const { seconds: settledSeconds, tree } = settled;
  return {
    violations,
    acts,
    mischief,
    saved,
    raced,
    owed: owed.size,
    looks: seen.size,
    files: tree.size,
    settledSeconds,
  };
}

/** When one of them fails the others stop: later failures come from the teardown, so the first one is reported. */
async function allOrNone(failed: AbortController, works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(
    works.map((one) =>
      one.catch((error: unknown) => {
        failed.abort();
        throw error;
      }),
    ),
  );
  await Promise.all(works);
}

async function work(hands: Hands, acts: Map<string, number>, signal: AbortSignal): Promise<void> {
  for (const area of [hands.own, hands.shared]) await mkdir(area, { recursive: true });
  while (!signal.aborted) {
    const tool = hands.chance.pick(TOOLS);
    // A name that the client or a colleague took away in between ends one act, as it would end a command.
    const done = await tool.act(hands).catch((error: unknown) => {
      if (isSystemError(error)) return null;
      throw error;
    });
    if (done !== null) acts.set(tool.name, (acts.get(tool.name) ?? 0) + 1);
    await pause(50 + hands.chance.below(500), signal);
  }
}

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** A computer's copies of the others' own folders came from the client alone, so they must be whole at any moment. */
async function lookAround(hands: readonly Hands[], seen: Map<string, string>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const { root, name } of hands) {
      for (const other of hands) {
        if (other.name === name) continue;
        const folder = join(root, `of ${other.name}`);
        for (const path of filesBelow(folder)) {
          const sha1 = sha1At(join(folder, path));
          if (sha1 !== null) seen.set(sha1, join(folder, path));
          await pause(5, signal);
        }
      }
    }
    await pause(200, signal);
  }
}

/** A tree that changed while it was read. */
const UNREADABLE: ReadonlyMap<string, string> = new Map();

type Settled = {
  readonly violations: readonly string[];
  readonly tree: ReadonlyMap<string, string>;
  readonly seconds: number;
};

/**
 * Waits until all clients say that they are in sync and all trees are equal. Reading them takes longer than much of what the clients do, so it begins
 * when all say so and have the same paths and sizes; the time is that of the question before it.
 */
async function settle(plan: TorturePlan, place: Place): Promise<Settled> {
  const started = Date.now();
  for (let saidAt = 0; ; await pause(1_000, new AbortController().signal)) {
    const seconds = Math.round((Date.now() - started) / 1000);
    const states = await Promise.all(place.posts.map(({ name }) => statusOf(stateOf(place.folder, name))));
    const isSaid = states.every(({ state }) => state === 'in_sync');
    const sizes = isSaid ? await treesOf(place, readSizes) : [];
    const trees = isSaid && areEqual(sizes) ? await treesOf(place, readTree) : [];
    const [tree] = trees;
    if (tree !== undefined && areEqual(trees)) return { violations: [], tree, seconds };
    for (const [index, { held }] of states.entries()) if (held > 0) await releaseHeld(plan, place, index);
    if (Date.now() - started > SETTLE_MS) {
      const what = states.map(({ text }, index) => `${place.posts[index]?.name}: ${text}`);
      const last = await treesOf(place, readTree);
      return {
        violations: [`not in sync after ${seconds} s`, ...what, ...differences(last)],
        tree: UNREADABLE,
        seconds,
      };
    }
    if (seconds < saidAt) continue;
    saidAt = seconds + SAY_EVERY_SECONDS;
    plan.say(`settling, ${seconds} s: ${states.map(({ state }) => state).join(', ')}`);
  }
}

type Trees = readonly ReadonlyMap<string, string>[];

const treesOf = (place: Place, read: (root: string) => Promise<ReadonlyMap<string, string>>): Promise<Trees> =>
  Promise.all(place.hands.map(({ root }) => read(root).catch(() => UNREADABLE)));

function areEqual(trees: Trees): boolean {
  const [first = UNREADABLE] = trees;
  return trees.every((tree) => tree !== UNREADABLE && JSON.stringify([...tree]) === JSON.stringify([...first]));
}

type State = { readonly state: string; readonly held: number; readonly text: string };

type Said = { readonly running: boolean; readonly state: string; readonly roots: readonly { readonly held: number }[] };

async function statusOf(state: string): Promise<State> {
  const asked = await tandem(['status', '--json', '--state', state]);
  const text = asked.stdout.trim();
  if (text === '') return { state: 'unknown', held: 0, text: asked.stderr };
  // A client that is just starting answers without its folders.
  const { running = false, state: said = '', roots = [] } = JSON.parse(text) as Partial<Said>;
  const held = roots.reduce((sum, root) => sum + root.held, 0);
  return { state: running ? said : 'not running', held, text };
}

/** Answers the guard's questions as the person who made the changes would. */
async function releaseHeld(plan: TorturePlan, place: Place, index: number): Promise<void> {
  const state = stateOf(place.folder, place.posts[index]?.name ?? '');
  const { held } = JSON.parse((await tandem(['held', '--json', '--state', state])).stdout) as {
    held: { id: number }[];
  };
  for (const { id } of held) {
    plan.say(`releasing held batch ${id}`);
    await tandem(['release', String(id), '--apply', '--state', state]);
  }
}

function differences(trees: readonly ReadonlyMap<string, string>[]): readonly string[] {
  const paths = new Set(trees.flatMap((tree) => [...tree.keys()]));
  return [...paths]
    .filter((path) => new Set(trees.map((tree) => tree.get(path))).size > 1)
    .slice(0, 20)
    .map((path) => `${path}: ${trees.map((tree) => tree.get(path)?.slice(0, 8) ?? 'not there').join(' | ')}`);
}
