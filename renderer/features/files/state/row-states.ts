import type { PathState } from '../../../../preload/ipc/shapes/path-state.ts';
import type { Item } from '../../../state/items/item.ts';

/** The states that a list can be filtered by. */
export const rowStates = [
  'synced',
  'syncing',
  'waiting',
  'attention',
  'conflict',
  'locked',
  'excluded',
  'ignored',
] as const;
export type RowState = (typeof rowStates)[number];

/** Whether an item is in a state, as its row shows it; one that waits for a lock is locked as well. A bookmark has no state. */
export function isInState(item: Item, state: PathState | undefined, wanted: RowState): boolean {
  if (item.type === 'web_link' || state === undefined) return false;
  if (wanted === 'locked') return item.type === 'file' && (item.lock ?? null) !== null;
  return stateOf(state) === wanted;
}

function stateOf({ status, held, beneath }: PathState): RowState {
  if (held !== null) return 'attention';
  switch (status) {
    case 'conflict':
    case 'waiting':
    case 'ignored':
      return status;
    case 'blocked':
      return 'attention';
    case 'excluded':
    case 'outside':
      return 'excluded';
    case 'syncing':
    case 'unknown':
      return 'syncing';
    case 'synced':
      return beneath ?? 'synced';
  }
}
