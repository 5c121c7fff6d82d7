import { z } from 'zod';
import { type Chance, openChance } from './world/chance.ts';
import { PERSONALITY_KINDS, type PersonalityKind } from './world/device/personality.ts';

export const DEVICE_NAMES = ['A', 'B', 'C', 'D'] as const;
export type DeviceName = (typeof DEVICE_NAMES)[number];

/** The actor: a person at one of the disks or the machine there, the owner on the web, or a second person who works on the folder. */
export type Actor = DeviceName | 'web' | 'bob';
const ACTORS = [...DEVICE_NAMES, 'web', 'bob'] as const;

export const WHATS = [
  'create',
  'edit',
  // Different bytes of the same length.
  'edit-same-size',
  // As editors save: a new file is renamed over the old one.
  'save-atomic',
  'touch',
  'folder',
  'copy',
  'move',
  'move-over',
  'swap',
  'remove',
  'remove-and-remake',
  // The folder with the most descendants.
  'remove-biggest',
  'restore',
  'annotate',
  // The device's process is killed and restarted shortly after.
  'crash',
  // Programs: two editors with a backup, an office document with its lock file, a growing log, an archive, a branch switch.
  'save-vim',
  'save-emacs',
  'save-office',
  'append',
  'unpack',
  'switch-branch',
  'edit-back-in-time',
  // A program opens a file exclusively; a file or folder is unreadable for a while.
  'open-alone',
  'deny',
  'fail-for-good',
  // A person at the window: pause, resume, release held batches.
  'pause',
  'resume',
  'release',
  'put-back',
  // The machine: the folder's volume disappears, or an empty folder takes its place, then it returns; sleep; sign-in.
  'unmount',
  'unmount-bare',
  // The root folder is moved elsewhere, or back.
  'move-root',
  'sleep',
  'token-expires',
  'sign-out',
  // The engine's state is lost, or restored from an earlier time.
  'lose-state',
  'restore-state',
  // Scope: a folder is deselected for a while, names are ignored for a while.
  'deselect',
  'ignore',
  // The service and its people: quota, locks, short retention of events and upload sessions.
  'quota',
  'lock',
  'forget-events',
  'expire-uploads',
  'set-back',
  // A second person who syncs the folder becomes a viewer for a while, or loses access.
  'role',
  'unshare',
] as const;

export type What = (typeof WHATS)[number];

/** One act, as numbers that select among what exists at that moment, so that any act can be omitted. */
export type Act = {
  readonly afterMs: number;
  readonly actor: Actor;
  readonly what: What;
  readonly pick: number;
  readonly into: number;
  readonly name: string;
  /** Minimum size of new content in bytes. Above the session threshold it is uploaded in parts. */
  readonly sizeBytes: number;
  /** Below 1: selects the common content to save; otherwise the content is unique. */
  readonly common: number;
};

export type DeviceScript = {
  readonly name: DeviceName;
  readonly disk: PersonalityKind;
  /** Clock error in milliseconds. */
  readonly skewMs: number;
  /** The account it is signed in to; default: the owner's. */
  readonly person?: 'bob' | undefined;
};

/** Everything that determines a run. Equal scripts give equal runs (I14). */
export type Script = {
  readonly seed: number;
  /** The only actor (I5); null: all act. */
  readonly only: Actor | null;
  /** Amount of trouble, 0 to 1. */
  readonly trouble: number;
  readonly devices: readonly DeviceScript[];
  /** Deletes and overwrites beyond both limits are held; null: never. */
  readonly guard: { readonly items: number; readonly share: number } | null;
  /** All calls take equally long, so they finish in the order in which they started. */
  readonly calm: boolean;
  /** The service supports idempotency keys, as ours does. Otherwise it is a plain service of the format. */
  readonly knowsKeys?: boolean | undefined;
  /** Effects on the disk are reported late. */
  readonly isLate?: boolean | undefined;
  /** Names of faults to leave out. */
  readonly muted: readonly string[];
  readonly acts: readonly Act[];
};

/** Few names, so that they collide; two differ in case, and one occurs in both Unicode forms. */
export const NAMES = ['a', 'b', 'c', 'd.txt', 'Notes.md', 'e\u0301t\u00e9'];
const ODD_NAMES = [
  'A',
  'D.TXT',
  'notes.md',
  '\u00e9te\u0301',
  '\u00c9T\u00c9',
  'CON',
  'aux.txt',
  'a:b',
  'what?',
  'end.',
  `${'\u00e9'.repeat(130)}.txt`,
  'x'.repeat(250),
  '.hidden',
];

type Weighted = readonly (readonly [what: What, weight: number])[];

const DISK_ACTS: Weighted = [
  ['create', 6],
  ['edit', 5],
  ['edit-same-size', 2],
  ['save-atomic', 4],
  ['touch', 1],
  ['folder', 4],
  ['copy', 2],
  ['move', 6],
  ['move-over', 2],
  ['swap', 2],
  ['remove', 4],
  ['remove-and-remake', 2],
  ['crash', 2],
  ['save-vim', 2],
  ['save-office', 2],
  ['append', 2],
  ['unpack', 1],
  ['switch-branch', 1],
  ['edit-back-in-time', 1],
  ['open-alone', 1],
  ['deny', 1],
  ['pause', 0.5],
  ['resume', 0.5],
  ['release', 1],
  ['unmount', 0.5],
  ['unmount-bare', 0.5],
  ['sleep', 0.5],
  ['token-expires', 0.5],
  ['sign-out', 0.5],
  ['lose-state', 0.3],
  ['restore-state', 0.3],
  ['deselect', 0.3],
  ['ignore', 0.3],
];
const WEB_ACTS: Weighted = [
  ['create', 4],
  ['edit', 4],
  ['edit-same-size', 2],
  ['folder', 2],
  ['move', 4],
  ['swap', 2],
  ['remove', 4],
  ['remove-and-remake', 2],
  ['restore', 2],
  ['annotate', 1],
  ['quota', 0.5],
  ['lock', 0.5],
  ['forget-events', 0.5],
  ['expire-uploads', 0.5],
];
const BOB_ACTS: Weighted = WEB_ACTS.filter(([what]) => what !== 'quota' && what !== 'forget-events');

/** The others come only where everybody acts: what they do to one side is not the act of a person there (I5). */
export const ORDINARY: ReadonlySet<What> = new Set([
  ...[...DISK_ACTS, ...WEB_ACTS].map(([what]) => what),
  'save-emacs',
]);

/** Draws the script of a seed. */
export function scriptOf(seed: number): Script {
  const chance = openChance(seed, 'workload');
  const only = chance.happens(0.2) ? chance.pick(['A', 'web'] as const) : null;
  const trouble = chance.happens(0.3) ? 0 : chance.fraction();
  const devices = devicesOf(chance);
  const guard = chance.happens(0.15) ? { items: 2 + chance.below(3), share: 0.2 + chance.fraction() * 0.3 } : null;
  const hasOddNames = chance.happens(0.25);
  const names = hasOddNames ? [...NAMES, ...ODD_NAMES] : NAMES;
  const actors: readonly Actor[] =
    only === null
      ? [...devices.flatMap(({ name }) => [name, name]), 'web', ...(chance.happens(0.3) ? ['bob' as const] : [])]
      : [only];
  const acts = Array.from({ length: 6 + chance.below(28) }, () => anyAct(chance, actors, names));
  const script: Script = {
    seed,
    only,
    trouble,
    devices,
    guard,
    calm: false,
    knowsKeys: seed % 2 === 0,
    isLate: seed % 3 === 0,
    muted: [],
    acts,
  };
  const edited = withBackups(openChance(seed, 'backups'), script);
  return only === null ? withRareActs(openChance(seed, 'rare acts'), edited) : edited;
}

/** In some scripts, a person saves twice with an editor that leaves a backup. */
function withBackups(chance: Chance, script: Script): Script {
  const actor = script.only ?? chance.pick(script.devices).name;
  if (actor === 'web' || actor === 'bob' || !chance.happens(0.1)) return script;
  const save: Act = { ...anyAct(chance, [actor], NAMES), what: 'save-emacs' };
  return withAct(chance, withAct(chance, script, save), { ...save, afterMs: chance.below(20_000) });
}

/** Later additions draw from a separate stream, so that scripts without them stay the same. */
function withRareActs(chance: Chance, script: Script): Script {
  const { devices } = script;
  const rare = (actor: Actor, what: What): Act => ({ ...anyAct(chance, [actor], NAMES), what });
  if (script.guard !== null && script.only === null) {
    // Many items appear, are synced, and are deleted at once (edge cases 75 and 76).
    const actor = chance.pick(devices).name;
    const goes = { ...rare(chance.pick([actor, 'web']), 'remove-biggest'), afterMs: 20_000 };
    const unpacked = rare(actor, 'unpack');
    // Long enough for all devices to hold the batch; then one of them restores it.
    const back = chance.happens(0.4) ? [{ ...rare(actor, 'put-back'), afterMs: 10_000 }] : [];
    return { ...script, acts: [unpacked, goes, ...back, ...script.acts] };
  }
  if (chance.happens(0.1)) return withAct(chance, script, rare(chance.pick(devices).name, 'fail-for-good'));
  if (chance.happens(0.06)) return withAct(chance, script, rare(chance.pick(devices).name, 'move-root'));
  if (!chance.happens(0.08)) {
    if (chance.happens(0.05)) return withAct(chance, script, rare('web', 'set-back'));
    return chance.happens(0.06) ? { ...script, acts: [...openingOf(chance, devices), ...script.acts] } : script;
  }
  const shared: Script = {
    ...script,
    devices: devices.map((device, index) => (index === 1 ? { ...device, person: 'bob' } : device)),
  };
  return withAct(chance, shared, rare('web', chance.pick(['role', 'role', 'unshare'])));
}

/** Scenes that random acts would hardly produce: two people make incompatible changes at the same moment in a synced folder. */
function openingOf(chance: Chance, devices: Script['devices']): readonly Act[] {
  const actor = chance.pick(devices).name;
  const act = (by: Actor, what: What, rest: Partial<Act>): Act => ({
    ...anyAct(chance, [by], ['a']),
    what,
    afterMs: 0,
    ...rest,
  });
  const inStep = { afterMs: 20_000 };
  // Here one folder moves into the other; on the service the other moves into the first (edge case 11).
  const crossed = [
    act(actor, 'folder', { into: 0 }),
    act(actor, 'folder', { into: 0, name: 'b' }),
    act(actor, 'move', { pick: 0, into: 2, ...inStep }),
    act('web', 'move', { pick: 1, into: 1, name: 'b' }),
  ];
  // Here the file becomes a folder; on the service it is edited (edge case 26).
  const retyped = [
    act(actor, 'create', { into: 0 }),
    act(actor, 'remove', { pick: 0, ...inStep }),
    act(actor, 'folder', { into: 0 }),
    act('web', 'edit', { pick: 0 }),
  ];
  return chance.pick([crossed, retyped]);
}

function withAct(chance: Chance, script: Script, act: Act): Script {
  const at = chance.below(script.acts.length);
  return { ...script, acts: [...script.acts.slice(0, at), act, ...script.acts.slice(at)] };
}

function devicesOf(chance: Chance): readonly DeviceScript[] {
  const count = chance.happens(0.85) ? 2 : 3 + chance.below(2);
  return DEVICE_NAMES.slice(0, count).map((name) => ({
    name,
    disk: chance.happens(0.6) ? 'linux' : chance.pick(PERSONALITY_KINDS),
    skewMs: chance.happens(0.8) ? 0 : chance.below(7_200_000) - 3_600_000,
  }));
}

/** Draws an act of one of the actors. */
export function anyAct(chance: Chance, actors: readonly Actor[], names: readonly string[]): Act {
  const actor = chance.pick(actors);
  return {
    // Mostly short pauses, so that acts overlap; sometimes long enough for everything to come to rest.
    afterMs: chance.happens(0.6) ? chance.below(60) : chance.happens(0.7) ? chance.below(3_000) : chance.below(40_000),
    actor,
    what: weighted(chance, actor === 'web' ? WEB_ACTS : actor === 'bob' ? BOB_ACTS : DISK_ACTS),
    pick: chance.below(1000),
    into: chance.below(1000),
    name: chance.pick(names),
    sizeBytes: chance.happens(0.85) ? chance.below(30) : 100 + chance.below(300),
    common: chance.happens(0.15) ? chance.fraction() : 1,
  };
}

function weighted(chance: Chance, table: Weighted): What {
  let left = chance.fraction() * table.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [what, weight] of table) {
    left -= weight;
    if (left < 0) return what;
  }
  return 'create';
}

/** Human-readable, one line per act. */
export function inWords(script: Script): string {
  const acts = script.acts.map(
    (act) =>
      `  +${act.afterMs} ms ${act.actor} ${act.what} pick=${act.pick} into=${act.into} name=${nameInWords(act.name)} size=${act.sizeBytes}`,
  );
  const { seed, only, trouble, devices, guard, calm, knowsKeys, isLate, muted } = script;
  const disks = devices.map(
    ({ name, disk, skewMs, person }) =>
      `${name} on ${disk}${skewMs === 0 ? '' : ` ${skewMs} ms off`}${person === undefined ? '' : ` of ${person}`}`,
  );
  const head = [
    `seed ${seed}`,
    only === null ? 'all act' : `only ${only} acts`,
    `trouble ${trouble.toFixed(2)}${muted.length === 0 ? '' : ` less ${muted.length} faults`}`,
    disks.join(', '),
    ...(guard === null ? [] : [`guard ${guard.items} and ${guard.share}`]),
    ...(calm ? ['calm'] : []),
    ...(knowsKeys === true ? ['with idempotency keys'] : []),
    ...(isLate === true ? ['with late reports of effects'] : []),
  ];
  return [head.join(', '), ...acts].join('\n');
}

const nameInWords = (name: string): string => (name.length > 40 ? `${name.slice(0, 20)}... (${name.length})` : name);

/** Reads a script from a file written by `npm run simulate`. Throws if it is invalid. */
export function readScript(value: unknown): Script {
  return scriptSchema.parse(value);
}

const scriptSchema: z.ZodType<Script> = z.object({
  seed: z.number(),
  only: z.enum(ACTORS).nullable(),
  trouble: z.number(),
  devices: z.array(
    z.object({
      name: z.enum(DEVICE_NAMES),
      disk: z.enum(PERSONALITY_KINDS),
      skewMs: z.number(),
      person: z.literal('bob').optional(),
    }),
  ),
  guard: z.object({ items: z.number(), share: z.number() }).nullable(),
  calm: z.boolean(),
  knowsKeys: z.boolean().optional(),
  isLate: z.boolean().optional(),
  muted: z.array(z.string()),
  acts: z.array(
    z.object({
      afterMs: z.number(),
      actor: z.enum(ACTORS),
      what: z.enum(WHATS),
      pick: z.number(),
      into: z.number(),
      name: z.string(),
      sizeBytes: z.number(),
      common: z.number(),
    }),
  ),
});
