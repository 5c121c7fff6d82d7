import type { ItemId, LocalId } from '../../model/ids.ts';
import type { SoughtPlaces } from './sought-places.ts';

/** Effects that may have happened and are not recorded (SPEC P85). */
export type OpenEffects = {
  /** Items seen while the request that created them is in flight; they wait until it ends. */
  readonly arriving: ReadonlySet<ItemId>;
  /** New files that moved after they were sent; they wait until that upload's outcome is known. */
  readonly sentElsewhere: ReadonlySet<LocalId>;
  /** Folders where a failed step may still have placed or removed an item. */
  readonly sought: SoughtPlaces;
  /** Replaces the notes about uploads in flight. */
  noteUploads(arriving: ReadonlySet<ItemId>, sentElsewhere: ReadonlySet<LocalId>): void;
  /** Returns and clears the keys of sent files that were deleted or moved here: the service was polled once more for them. */
  takeAsked(): ReadonlySet<string>;
  askFor(key: string): void;
};

export function createOpenEffects(): OpenEffects {
  let arriving: ReadonlySet<ItemId> = new Set();
  let sentElsewhere: ReadonlySet<LocalId> = new Set();
  let asked = new Set<string>();
  return {
    get arriving() {
      return arriving;
    },
    get sentElsewhere() {
      return sentElsewhere;
    },
    sought: new Map(),
    noteUploads(items, files) {
      arriving = items;
      sentElsewhere = files;
    },
    takeAsked() {
      const before = asked;
      asked = new Set();
      return before;
    },
    askFor(key) {
      asked.add(key);
    },
  };
}
