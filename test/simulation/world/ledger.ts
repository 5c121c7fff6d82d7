import type { FileIdentity, ItemId } from '../../../main/engine/model/ids.ts';

/**
 * What people did, for the invariants: every content that anybody ever saved, which of them their own makers replaced or
 * deleted, and what was deleted where. Contents are text; each save makes one that nobody made before, but for a few that are
 * the same on purpose.
 */
export type Ledger = {
  saved(content: string): void;
  /** Somebody saw the content and replaced or deleted it. */
  replaced(content: string): void;
  /** Was there ever such a content, as a whole? (I7) */
  isWhole(content: string): boolean;
  /** What must still be readable somewhere (I2). */
  owed(): readonly string[];
  /** Inodes that a person deleted, by device. */
  deletedHere(device: string): Set<FileIdentity>;
  /** Items that were in the trash at some time, with all that was below them. */
  readonly trashed: Set<ItemId>;
};

/** Contents that several people make independently of each other. */
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
