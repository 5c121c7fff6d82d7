import type { Content, SyncedEntry } from './entry.ts';
import type { LocalId } from './ids.ts';

/**
 * A file that is about to be put in place on this disk: what is agreed on as soon as it is there. The fingerprint is the one that it
 * will have, as far as that is known before; `localId` is null for a new file.
 */
export type Placing = Omit<SyncedEntry, 'localId' | 'parentLocalId' | 'content'> & {
  readonly localId: LocalId | null;
  readonly parentLocalId: LocalId;
  readonly content: Content;
};
