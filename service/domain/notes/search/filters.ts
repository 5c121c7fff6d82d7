import type { ItemKind, ItemRecord } from '../../../ports/metadata/items/items.ts';
import { extensionOf } from '../../representation/items/extension.ts';

/** An inclusive range; null for an open end. Times are in milliseconds since the epoch, sizes in bytes. */
export interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

/** Filters besides words. Absent ones match everything. */
export interface ItemFilters {
  readonly kind?: ItemKind | undefined;
  readonly extensions?: readonly string[] | undefined;
  readonly createdAt?: Range | undefined;
  readonly updatedAt?: Range | undefined;
  readonly size?: Range | undefined;
  readonly ownerIds?: readonly string[] | undefined;
  readonly updaterIds?: readonly string[] | undefined;
}

/** True if an item passes all filters. */
export function passes(item: ItemRecord, filters: ItemFilters): boolean {
  const { kind, extensions, createdAt, updatedAt, size, ownerIds, updaterIds } = filters;
  return (
    item.parentId !== null &&
    (kind === undefined || item.kind === kind) &&
    (extensions === undefined || (item.kind === 'file' && extensions.includes(extensionOf(item.name).toLowerCase()))) &&
    isWithin(item.createdAt, createdAt) &&
    isWithin(item.modifiedAt, updatedAt) &&
    isWithin(item.sizeBytes, size) &&
    (ownerIds === undefined || ownerIds.includes(item.ownerId)) &&
    (updaterIds === undefined || updaterIds.includes(item.modifiedBy))
  );
}

/** True without a range, and for values within it. */
export function isWithin(value: number, range: Range | undefined): boolean {
  if (range === undefined) return true;
  return (range.from === null || value >= range.from) && (range.to === null || value <= range.to);
}
