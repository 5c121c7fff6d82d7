import { extensionsOf, type FileKind, type Period, periodStartMs } from '../../../parts/files/file-filters.ts';
import { changedAtMs, type Item, nameOf } from '../../../state/items/item.ts';
import type { PathStates } from '../../../state/items/path-states.ts';
import { isInState, type RowState } from '../state/row-states.ts';

/** Filters of the shown list: kind of file, state, time and author of the last change. */
export type ListFilters = {
  readonly kind: FileKind | null;
  readonly state: RowState | null;
  readonly since: Period | null;
  /** The id of a person. */
  readonly by: string | null;
};

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
