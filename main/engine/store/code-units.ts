/**
 * Orders by the code units of the names, as the trees promise. SQLite compares the bytes of UTF-8, which differs beyond the
 * basic plane.
 */
export function byCodeUnits<T extends { readonly name: string }>(entries: T[]): T[] {
  return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
