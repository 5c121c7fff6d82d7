import type { Item } from '../item.ts';
import type { Known } from '../known.ts';
import { hash } from '../merge/agreement.ts';
import { localChange } from '../merge/content-change.ts';
import { childrenOn } from '../merge/fate.ts';
import { letGo } from '../merge/removal.ts';
import { type Outcome, step, waits, waitsFor } from '../outcome.ts';

/**
 * Decides local items that the account can no longer see on the service. They were not deleted, so local edits must neither
 * vanish nor be uploaded as new items (SPEC P70, edge case 83). Items that match the agreement go to the local trash, all others
 * to a folder beside the root.
 */
export function rescue(known: Known, item: Item): Outcome {
  return item.kind === 'file' ? rescueFile(known, item) : rescueFolder(known, item);
}

function rescueFile(known: Known, item: Item): Outcome {
  if (item.row === null) return takeAway(item);
  switch (localChange(item)) {
    case 'unknown':
      return hash(item);
    case 'changed':
      return takeAway(item);
    default:
      return letGo(known, item);
  }
}

function rescueFolder(known: Known, item: Item): Outcome {
  if (item.row !== null && known.fates.of(item) === 'gone') return letGo(known, item);
  const children = childrenOn(known.pairing, item, 'local').filter((child) => child !== null);
  // An item moved in from elsewhere lives on there; the folder is removed once it is empty.
  if (children.length > 0) return waitsFor(children);
  return item.row === null ? takeAway(item) : waits;
}

function takeAway(item: Item): Outcome {
  if (item.local === null) return waits;
  return step(item, 'P70', { kind: 'rescue', localId: item.local.id, itemKind: item.kind });
}
