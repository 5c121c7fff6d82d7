import type { Fingerprint } from '../../model/entry.ts';
import type { LocalId } from '../../model/ids.ts';

/** Recent downloads, and those that another program removed immediately. */
export type Snatched = {
  readonly fresh: Map<LocalId, { readonly fingerprint: Fingerprint; readonly atMs: number }>;
  readonly taken: Set<LocalId>;
  /** A full scan of this process is over. */
  hasLooked: boolean;
};

export const createSnatched = (): Snatched => ({ fresh: new Map(), taken: new Set(), hasLooked: false });
