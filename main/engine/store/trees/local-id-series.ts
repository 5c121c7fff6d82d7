import { type LocalId, localId } from '../../model/ids.ts';
import type { Connection } from '../database/connection.ts';
import type { SettingTable } from '../setting-table.ts';

/** Ids reserved at a time, in one write. */
const BLOCK = 1_000;
const SETTING = 'next_local_id';

/**
 * Ids of local nodes, never reused, even after a crash: a block is reserved before its first id is used. A rollback undoes the
 * reservation, so the rest of the block is dropped.
 */
export function createLocalIdSeries(connection: Connection, settings: SettingTable): () => LocalId {
  let next = 0;
  let reserved = 0;
  let highest = 0;
  connection.onForget(() => {
    reserved = 0;
  });
  return () => {
    if (reserved === 0 || next >= reserved) {
      next = Math.max(Number(settings.get(SETTING) ?? '1'), highest + 1);
      reserved = next + BLOCK;
      settings.set(SETTING, String(reserved));
    }
    highest = next;
    next += 1;
    return localId(highest);
  };
}
