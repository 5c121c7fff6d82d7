import type { ItemId, LocalId } from './ids.ts';
import type { Problem } from './problem.ts';
import type { Step } from './step.ts';
import type { Dirty } from './tree.ts';

/** What the planner may know besides the trees. All plain values: it has no clock, no disk, no network. */
export type PlanSettings = {
  /** Shown in the names of conflict copies, e.g. `laptop`. */
  readonly deviceName: string;
  /** `YYYY-MM-DD` in the person's time zone. */
  readonly today: string;
  /** Does the disk of this root tell `a` from `A`? */
  readonly caseSensitive: boolean;
  /** Longest name of this disk, in bytes of UTF-8 (Linux, macOS) or units of UTF-16 (Windows). */
  readonly nameLimit: { readonly length: number; readonly unit: 'utf8' | 'utf16' };
  readonly platform: 'posix' | 'windows';
  /** Deletes or rewrites beyond both limits are held until a person decides (sync-engine.md 4). */
  readonly guard: { readonly items: number; readonly share: number };
  /** All synced nodes of the root: what `guard.share` is a share of. */
  readonly syncedCount: number;
  /** The largest file that the service takes; null: it does not say. */
  readonly largestUploadBytes: number | null;
  /** Deletes and rewrites that a person has released: they pass the guard. */
  readonly released: { readonly localIds: ReadonlySet<LocalId>; readonly itemIds: ReadonlySet<ItemId> };
  /** Those that are held by now: they stay held, however few are left, until a person decides (SPEC P46). */
  readonly held: { readonly localIds: ReadonlySet<LocalId>; readonly itemIds: ReadonlySet<ItemId> };
};

/** A path that needs a person, with the node it is about. */
export type BlockedNode = {
  readonly localId: LocalId | null;
  readonly itemId: ItemId | null;
  readonly problem: Problem;
  /** A name that would work, when the name is the trouble. */
  readonly suggestedName?: string;
};

/** Deletes or rewrites that the guard holds as one batch. */
export type HeldBatch = {
  readonly what: 'deletes' | 'rewrites';
  readonly direction: 'to-local' | 'to-remote';
  readonly steps: readonly Step[];
  readonly nodes: number;
};

/** The planner's answer. Steps come in an order in which they may run one after the other: deletes last. */
export type Plan = {
  readonly steps: readonly Step[];
  readonly blocked: readonly BlockedNode[];
  readonly held: readonly HeldBatch[];
  /** Dirty nodes that turned out to be in agreement: nothing to do, they may be cleaned. */
  readonly settled: Dirty;
};
