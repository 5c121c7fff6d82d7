/** A full or failing disk, by the code that the system or SQLite gives the error; null: the error is about something else. */
export function diskFaultOf(error: unknown): 'full' | 'failing' | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('SQLITE_FULL') || code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  if (code.startsWith('SQLITE_IOERR') || code === 'EIO') return 'failing';
  return null;
}
