import type { ItemId, LocalId } from '../ids.ts';
import type { Dirty } from '../tree.ts';
import type { Problem } from './problem.ts';
import type { Step } from './step.ts';

/** The planner's input besides the trees. Plain values only: it has no clock, disk or network. */
export type PlanSettings = {
  /** Used in the names of conflict copies, e.g. `laptop`. */
  readonly deviceName: string;
  readonly deviceId: string;
  /** `YYYY-MM-DD` in the user's time zone. */
  readonly today: string;
  /** Does this root's disk distinguish `a` from `A`? */
  readonly caseSensitive: boolean;
  /** Longest name on this disk, in UTF-8 bytes (Linux, macOS) or UTF-16 units (Windows). */
  readonly nameLimit: { readonly length: number; readonly unit: 'utf8' | 'utf16' };
  readonly platform: 'posix' | 'windows';
  /** Deletes or rewrites above both limits are held until the user decides (SPEC P31). */
  readonly guard: { readonly items: number; readonly share: number };
  /** Steps carried out recently, which the guard counts along with the plan. */
  readonly lately: Lately;
  /** Number of synced nodes in the root, the base of `guard.share`. */
  readonly syncedCount: number;
  /** The largest file that the service accepts; null: not stated. */
  readonly largestUploadBytes: number | null;
  /** Deletes and rewrites released by the user: they pass the guard. */
  readonly released: { readonly localIds: ReadonlySet<LocalId>; readonly itemIds: ReadonlySet<ItemId> };
  /** The nodes already held: they stay held, however few remain, until the user decides (SPEC P46). */
  readonly held: { readonly localIds: ReadonlySet<LocalId>; readonly itemIds: ReadonlySet<ItemId> };
  /** Downloads that a virus scanner took: their deletes are held like a batch (SPEC P39). */
  readonly taken: ReadonlySet<LocalId>;
  /** Files that keep growing, and until when none gets a new version (edge case 46). */
  readonly growing: ReadonlyMap<LocalId, number>;
  /** Names that this disk has refused, by the item that they were for (SPEC P35). */
  readonly refusedNames: Pick<ReadonlyMap<ItemId, ReadonlySet<string>>, 'get'>;
  /** Nodes of effects whose outcome is not known: they wait (SPEC P85). */
  readonly unsettled: { readonly localIds: ReadonlySet<LocalId>; readonly itemIds: ReadonlySet<ItemId> };
  /** Items whose last step failed, and who has to act. */
  readonly failed: Pick<ReadonlyMap<ItemId, Problem['reach']>, 'get'>;
};

export type Direction = 'to-local' | 'to-remote';

/** Deletes of the last minutes that no new items made up for, and the items with new content; without what the user had released. */
export type Lately = Readonly<
  Record<
    Direction,
    { readonly deleted: number; readonly rewritten: Pick<ReadonlyMap<ItemId, unknown>, 'has' | 'size'> }
  >
>;

/** A path that needs the user's attention or waits for a time, with its node. */
export type BlockedNode = {
  readonly localId: LocalId | null;
  readonly itemId: ItemId | null;
  readonly problem: Problem;
  /** A name that would work, if the name is the problem. */
  readonly suggestedName?: string;
  /** It resolves by itself: planned again at this time. */
  readonly retryAtMs?: number;
};

/** Deletes or rewrites that the guard holds as one batch. */
export type HeldBatch = {
  readonly what: 'deletes' | 'rewrites';
  readonly direction: Direction;
  readonly steps: readonly Step[];
  readonly nodes: number;
};

/** The planner's result. The steps are in a valid execution order, deletes last. */
export type Plan = {
  readonly steps: readonly Step[];
  readonly blocked: readonly BlockedNode[];
  readonly held: readonly HeldBatch[];
  /** Dirty nodes found to be in agreement: nothing to do, they can be cleaned. */
  readonly settled: Dirty;
};
