import { HardDrive, RefreshCw } from 'lucide-react';
import type { RowAct } from '../../../parts/rows/row-act.ts';
import type { Item } from '../../../state/items/item.ts';
import type { PathStates } from '../../../state/items/path-states.ts';
import { texts } from '../../../texts/texts.ts';

type Change = { readonly rootId: number; readonly path: string; readonly isKept: boolean };

/** Keeps an item that can't go up on this computer only, or syncs it again. */
export function keptSteps(item: Item, states: Pick<PathStates, 'get'>, run: (change: Change) => void): RowAct[] {
  const { rootId, path, code, canKeepHere } = states.get(item.id) ?? { rootId: null, path: null };
  if (rootId === null || path === null) return [];
  const common = { group: 'change', isOnlyInMenu: true } as const;
  if (code === 'kept_here') {
    const undo = () => run({ rootId, path, isKept: false });
    return [{ id: 'sync-again', icon: RefreshCw, label: texts.kept.sync, run: undo, ...common }];
  }
  if (canKeepHere !== true) return [];
  const keep = () => run({ rootId, path, isKept: true });
  return [{ id: 'keep-here-only', icon: HardDrive, label: texts.kept.keep, run: keep, ...common }];
}
