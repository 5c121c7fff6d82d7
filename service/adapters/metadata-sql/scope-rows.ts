/** Ensures that a row of `scope_lock` was there to lock: a lock on a row that is not there would be none. */
export function requireRow(rows: readonly unknown[] | undefined): void {
  if (rows?.length !== 1) throw new Error('The table scope_lock does not have its rows. Start a service to repair it.');
}
