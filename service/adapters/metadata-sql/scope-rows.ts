/** Ensures that a row of `scope_lock` existed to be locked: locking a missing row locks nothing. */
export function requireRow(rows: readonly unknown[] | undefined): void {
  if (rows?.length !== 1) throw new Error('The table scope_lock does not have its rows. Start a service to repair it.');
}
