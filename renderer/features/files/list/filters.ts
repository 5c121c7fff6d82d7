import { z } from 'zod';
import { extensionsOf, type FileKind, fileKinds, periodStartMs, periods } from '../../../parts/files/file-filters.ts';
import { changedAtMs, type Item, nameOf } from '../../../state/items/item.ts';
import type { PathStates } from '../../../state/items/path-states.ts';
import { isInState, rowStates } from '../state/row-states.ts';

/** Filters of the shown list: kind of file, state, time and author of the last change. */
export const listFilters = z.object({
  kind: z.enum(fileKinds).nullable(),
  state: z.enum(rowStates).nullable(),
  since: z.enum(periods).nullable(),
  /** The id of a person. */
  by: z.string().nullable(),
});
export type ListFilters = Readonly<z.output<typeof listFilters>>;

export const noListFilters: ListFilters = { kind: null, state: null, since: null, by: null };

export const isFiltered = (filters: ListFilters): boolean => Object.values(filters).some((value) => value !== null);

export function passes(
  item: Item,
  { kind, state, since, by }: ListFilters,
  { nowMs, stateOf }: { readonly nowMs: number; readonly stateOf: PathStates['get'] },
): boolean {
  if (state !== null && !isInState(item, stateOf(item.id), state)) return false;
  if (kind !== null && !isOfKind(item, kind)) return false;
  if (by !== null && item.modified_by?.id !== by) return false;
  return since === null || (changedAtMs(item) ?? 0) >= periodStartMs(since, nowMs);
}

function isOfKind(item: Item, kind: FileKind): boolean {
  if (kind === 'folder' || item.type !== 'file') return item.type === kind;
  const extension = /\.([^.]+)$/.exec(nameOf(item))?.[1]?.toLowerCase() ?? '';
  return extensionsOf[kind].some((known) => known === extension);
}

export type Changer = { readonly id: string; readonly name: string };

/** Who changed the items, by name. */
export function changersOf(items: readonly Item[]): readonly Changer[] {
  const names = new Map<string, string>();
  for (const item of items) if (hasChanger(item)) names.set(item.modified_by.id, item.modified_by.name);
  return [...names].map(([id, name]) => ({ id, name })).toSorted((one, other) => one.name.localeCompare(other.name));
}

export const hasChanger = (item: Item): item is Item & { readonly modified_by: Changer } =>
  (item.modified_by?.name ?? '') !== '';
