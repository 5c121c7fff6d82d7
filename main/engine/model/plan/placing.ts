import type { Fingerprint, SyncedEntry } from '../entry.ts';
import type { LocalId } from '../ids.ts';

/**
 * A file about to be installed on this disk, or a folder about to be created or just created there: the agreement to record once it is
 * known to be in place. The fingerprint is the expected one, as far as known; null: a folder that may not exist yet. `localId` is null
 * for a new item. A file leaves its staging name only by its install, so that name shows whether it took place; null: a folder, or
 * recorded by an older version.
 */
export type Placing = Omit<SyncedEntry, 'localId' | 'parentLocalId' | 'fingerprint'> & {
  readonly localId: LocalId | null;
  readonly parentLocalId: LocalId;
  readonly fingerprint: Fingerprint | null;
  readonly stagingName: string | null;
};
