/** Sorts by the code units of names, as the trees promise. SQLite compares UTF-8 bytes, which differs outside the BMP. */
export function byCodeUnits<T extends { readonly name: string }>(entries: T[]): T[] {
  return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
