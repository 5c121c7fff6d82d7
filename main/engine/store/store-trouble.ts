/**
 * Why the disk of the state takes no writes (edge case 114): it is full, or read-only or failing; null: the error is another one. Nothing was
 * written, and the store is unchanged. Planning must wait because recent events are not recorded; it resumes once writes succeed.
 */
export function storeTrouble(error: unknown): 'full' | 'denied' | null {
  const code = codeOf(error);
  if (code.startsWith('SQLITE_FULL')) return 'full';
  return /^SQLITE_(IOERR|READONLY|CANTOPEN)/.test(code) ? 'denied' : null;
}

/** The state's file is damaged: its rows cannot be trusted. The next start checks it and sets it aside (P59). */
export function isStoreDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
}

/** Would a new file help a store that can't be opened or checked? A full or failing disk and missing rights do not count. */
export function isReplaceable(error: unknown): boolean {
  return isStoreDamage(error) || codeOf(error).startsWith('SQLITE_ERROR');
}

/** By its code, not by its class: the command line explains errors without loading the database. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
