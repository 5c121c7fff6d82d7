import type { CommandInput } from '../../../preload/ipc/commands.ts';
import { MAX_SELECTION_CHANGES } from '../../../preload/ipc/shapes/path-state.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { ask } from '../../state/bridge/bridge.ts';

export type SelectionChanges = CommandInput<'selection.set'>['changes'];

/** Chooses which folders are on this computer, however many. A refusal leaves the parts before it applied. */
export async function setSelection(bridge: TandemBridge, rootId: number, changes: SelectionChanges): Promise<void> {
  for (let start = 0; start < changes.length; start += MAX_SELECTION_CHANGES) {
    await ask(bridge, 'selection.set', { rootId, changes: changes.slice(start, start + MAX_SELECTION_CHANGES) });
  }
}
