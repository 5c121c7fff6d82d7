export type GridSort<By extends string = string> = { readonly by: By; readonly direction: 'ASC' | 'DESC' };

/** The order after a press on a heading: ascending, and descending after a second press. */
export function nextSort<By extends string>(sort: GridSort<By> | null, by: By): GridSort<By> {
  const isTurned = sort?.by === by && sort.direction === 'ASC';
  return { by, direction: isTurned ? 'DESC' : 'ASC' };
}
