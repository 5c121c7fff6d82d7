import Database from 'better-sqlite3';

/**
 * Why the disk of the state takes no writes (edge case 114): it is full, or read-only or failing; null: the error is another one. Nothing was
 * written, and the store is unchanged. Planning must wait because recent events are not recorded; it resumes once writes succeed.
 */
export function storeTrouble(error: unknown): 'full' | 'denied' | null {
  if (!(error instanceof Database.SqliteError)) return null;
  if (error.code.startsWith('SQLITE_FULL')) return 'full';
  return /^SQLITE_(IOERR|READONLY|CANTOPEN)/.test(error.code) ? 'denied' : null;
}

/** The state's file is damaged: its rows cannot be trusted. The next start checks it and sets it aside (P59). */
export function isStoreDamage(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

/** Would a new file help a store that can't be opened or checked? A full or failing disk and missing rights do not count. */
export function isReplaceable(error: unknown): boolean {
  return isStoreDamage(error) || (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_ERROR'));
}
