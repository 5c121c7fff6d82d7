import type { SyncedEntry } from '../entry.ts';
import { nameKey } from './name-key.ts';

/** Does the item have a different name on this disk (SPEC P35)? A different case or Unicode form does not count. */
export function isAlias(row: SyncedEntry | null): row is SyncedEntry {
  return row !== null && row.parentLocalId !== null && nameKey(row.localName) !== nameKey(row.remoteName);
}
