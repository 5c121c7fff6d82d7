import type { SyncedEntry } from './entry.ts';
import { nameKey } from './name-key.ts';

/** Has the item a name of its own on this disk (SPEC P35)? Another case or Unicode form of its name there is none. */
export function isAlias(row: SyncedEntry | null): row is SyncedEntry {
  return row !== null && row.parentLocalId !== null && nameKey(row.localName) !== nameKey(row.remoteName);
}
