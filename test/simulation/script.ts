import { z } from 'zod';
import { type Chance, openChance } from './world/chance.ts';

/** Who acts: a person at one of the disks, a person on the web, or the machine of a device. */
export type Actor = 'A' | 'B' | 'web';

const WHATS = [
  'create',
  'edit',
  // Other bytes of the same length.
  'edit-same-size',
  // As editors save: a new file, renamed over the old one.
  'save-atomic',
  'touch',
  'folder',
  'copy',
  'move',
  'move-over',
  'swap',
  'remove',
  'remove-and-remake',
  'restore',
  'annotate',
  // The process of the device is killed and started again a moment later.
  'crash',
] as const;

export type What = (typeof WHATS)[number];

/** One act, in numbers: what it means is picked from what is there at its moment, so that an act can be left out. */
export type Act = {
  readonly afterMs: number;
  readonly actor: Actor;
  readonly what: What;
  readonly pick: number;
  readonly into: number;
  readonly name: string;
  /** Size of a new content, bytes, at least; beyond the border of sessions it goes up in parts. */
  readonly sizeBytes: number;
  /** Below 1: which common content is saved; else one of its own. */
  readonly common: number;
};

/** Everything that decides a run. Two equal scripts give two equal runs (I14). */
export type Script = {
  readonly seed: number;
  /** Only this one acts (I5); null: all do. */
  readonly only: Actor | null;
  /** How much goes wrong, 0 to 1. */
  readonly trouble: number;
  readonly caseSensitive: { readonly A: boolean; readonly B: boolean };
  readonly acts: readonly Act[];
};

const NAMES = ['a', 'b', 'c', 'd.txt', 'Notes.md', 'e\u0301t\u00e9'];
const DISK_ACTS: readonly What[] = [
  'create',
  'create',
  'create',
  'edit',
  'edit',
  'edit',
  'edit-same-size',
  'save-atomic',
  'save-atomic',
  'touch',
  'folder',
  'folder',
  'copy',
  'move',
  'move',
  'move',
  'move-over',
  'swap',
  'remove',
  'remove',
  'remove-and-remake',
  'crash',
];
const WEB_ACTS: readonly What[] = [
  'create',
  'create',
  'edit',
  'edit',
  'edit-same-size',
  'folder',
  'move',
  'move',
  'swap',
  'remove',
  'remove',
  'remove-and-remake',
  'restore',
  'annotate',
];

/** The script of a seed. */
export function scriptOf(seed: number): Script {
  const chance = openChance(seed, 'workload');
  const only = chance.happens(0.2) ? chance.pick(['A', 'web'] as const) : null;
  const trouble = chance.happens(0.3) ? 0 : chance.fraction();
  const caseSensitive = { A: chance.happens(0.7), B: chance.happens(0.7) };
  const acts = Array.from({ length: 6 + chance.below(28) }, () => actOf(chance, only));
  return { seed, only, trouble, caseSensitive, acts };
}

function actOf(chance: Chance, only: Actor | null): Act {
  const actor = only ?? chance.pick(['A', 'A', 'B', 'B', 'web'] as const);
  return {
    // Mostly at once, so that the acts meet; sometimes late enough for all to have come to rest.
    afterMs: chance.happens(0.6) ? chance.below(60) : chance.happens(0.7) ? chance.below(3_000) : chance.below(40_000),
    actor,
    what: chance.pick(actor === 'web' ? WEB_ACTS : DISK_ACTS),
    pick: chance.below(1000),
    into: chance.below(1000),
    name: chance.pick(NAMES),
    sizeBytes: chance.happens(0.85) ? chance.below(30) : 100 + chance.below(300),
    common: chance.happens(0.15) ? chance.fraction() : 1,
  };
}

/** For people: one line an act. */
export function inWords(script: Script): string {
  const acts = script.acts.map(
    (act) =>
      `  +${act.afterMs} ms ${act.actor} ${act.what} pick=${act.pick} into=${act.into} name=${act.name} size=${act.sizeBytes}`,
  );
  const { seed, only, trouble, caseSensitive } = script;
  const disk = (isSensitive: boolean): string => (isSensitive ? 'Linux' : 'macOS');
  const head = `seed ${seed}, ${only === null ? 'all act' : `only ${only} acts`}, trouble ${trouble.toFixed(2)}, disks ${disk(caseSensitive.A)} and ${disk(caseSensitive.B)}`;
  return [head, ...acts].join('\n');
}

/** A script from a file that `npm run simulate` has written. Throws when it is none. */
export function readScript(value: unknown): Script {
  return scriptSchema.parse(value);
}

const scriptSchema: z.ZodType<Script> = z.object({
  seed: z.number(),
  only: z.enum(['A', 'B', 'web']).nullable(),
  trouble: z.number(),
  caseSensitive: z.object({ A: z.boolean(), B: z.boolean() }),
  acts: z.array(
    z.object({
      afterMs: z.number(),
      actor: z.enum(['A', 'B', 'web']),
      what: z.enum(WHATS),
      pick: z.number(),
      into: z.number(),
      name: z.string(),
      sizeBytes: z.number(),
      common: z.number(),
    }),
  ),
});
