import type { Fingerprint } from './model/entry.ts';
import type { LocalId } from './model/ids.ts';

/** What we have just put on the disk, and what of it somebody took away at once. */
export type Snatched = {
  readonly fresh: Map<LocalId, { readonly fingerprint: Fingerprint; readonly atMs: number }>;
  readonly taken: Set<LocalId>;
};

export const createSnatched = (): Snatched => ({ fresh: new Map(), taken: new Set() });
