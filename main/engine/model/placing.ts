import type { SyncedEntry } from './entry.ts';
import type { LocalId } from './ids.ts';

/**
 * A file that is about to be put in place on this disk, or a folder that was just made there: what is agreed on as soon as it is known
 * to be there. The fingerprint is the one that it will have, as far as that is known before; `localId` is null for what is new.
 */
export type Placing = Omit<SyncedEntry, 'localId' | 'parentLocalId'> & {
  readonly localId: LocalId | null;
  readonly parentLocalId: LocalId;
};
