import type { Root } from '../../state/bridge/roots.ts';

type Item = { readonly rootId: number; readonly path: string };

/** The folder of an item, from the name of its synced folder on: the sentence above it names the item alone. */
export function placeOf({ rootId, path }: Item, roots: readonly Root[]): string {
  const root = roots.find(({ id }) => id === rootId)?.name ?? '';
  return [root, ...path.split('/').slice(0, -1)].filter((part) => part !== '').join(' / ');
}
