import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { CandidateFilter, Range } from '../../../ports/metadata/notes/search-candidates.ts';
import { extensionOf } from '../../representation/items/extension.ts';

/** Filters besides words and places. Absent ones match everything. */
export interface ItemFilters extends Omit<CandidateFilter, 'isLive'> {
  readonly extensions?: readonly string[] | undefined;
  readonly ownerIds?: readonly string[] | undefined;
}

/** True without extensions, and for files with one of them. */
export function hasExtension(item: ItemRecord, { extensions }: Pick<ItemFilters, 'extensions'>): boolean {
  return (
    extensions === undefined || (item.kind === 'file' && extensions.includes(extensionOf(item.name).toLowerCase()))
  );
}

/** True without a range, and for values within it. */
export function isWithin(value: number, range: Range | undefined): boolean {
  if (range === undefined) return true;
  return (range.from === null || value >= range.from) && (range.to === null || value <= range.to);
}
