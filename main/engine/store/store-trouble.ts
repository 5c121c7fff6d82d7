import Database from 'better-sqlite3';

/**
 * The disk of the state has no room or refuses (edge case 114): nothing was written, what was there is as it was. Not to be planned
 * on, since what happened since is not written down; it passes when there is room again.
 */
export function isStoreTrouble(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(FULL|IOERR)/.test(error.code);
}
