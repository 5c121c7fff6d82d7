import type { FileIdentity, ItemId } from '../../../../main/engine/model/ids.ts';

/**
 * Records people's actions for the invariants: all contents ever saved, those that their own authors replaced or deleted, and where deletes
 * happened. Contents are text; each save creates unique content, except for a few that are common on purpose.
 */
export type Ledger = {
  saved(content: string): void;
  /** A person saw the content and replaced or deleted it. */
  replaced(content: string): void;
  /** True if this content was ever saved as a whole (I7). */
  isWhole(content: string): boolean;
  /** Contents that must still be readable somewhere (I2). */
  owed(): readonly string[];
  /** Inodes that a person deleted, by device. */
  deletedHere(device: string): Set<FileIdentity>;
  /** Items that were ever in the trash, with all their descendants. */
  readonly trashed: Set<ItemId>;
};

/** Contents that several people create independently. */
export const COMMON_CONTENTS = ['common one', 'common two', ''];

export function openLedger(): Ledger {
  const all = new Set<string>(COMMON_CONTENTS);
  const owed = new Set<string>();
  const deleted = new Map<string, Set<FileIdentity>>();
  return {
    saved(content) {
      all.add(content);
      if (!COMMON_CONTENTS.includes(content)) owed.add(content);
    },
    replaced: (content) => void owed.delete(content),
    isWhole: (content) => all.has(content),
    owed: () => [...owed],
    deletedHere(device) {
      const known = deleted.get(device) ?? new Set<FileIdentity>();
      deleted.set(device, known);
      return known;
    },
    trashed: new Set(),
  };
}
