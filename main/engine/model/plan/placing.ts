import type { SyncedEntry } from '../entry.ts';
import type { LocalId } from '../ids.ts';

/**
 * A file about to be installed on this disk, or a folder just created there: the agreement to record once it is known to be in
 * place. The fingerprint is the expected one, as far as known; `localId` is null for a new item.
 */
export type Placing = Omit<SyncedEntry, 'localId' | 'parentLocalId'> & {
  readonly localId: LocalId | null;
  readonly parentLocalId: LocalId;
};
