/** If no entry can be looked at, it is the folder that is closed: it may not be searched, or its disk is gone. */
export function assertAnyReadable(entries: number, refusals: readonly unknown[]): void {
  if (entries > 0 && refusals.length === entries) throw refusals[0];
}
