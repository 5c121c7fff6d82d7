import { ask, type CommandRefused } from '../../state/bridge/bridge.ts';
import { baseName } from '../../state/items/base-name.ts';
import { useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { useToast } from '../toasts/toasts.tsx';

type Change = { readonly rootId: number; readonly path: string; readonly isKept: boolean };

/** Keeps an item on this computer only, with Undo, or syncs it again. */
export function useKeptHere(refused?: (error: CommandRefused) => void) {
  const tell = useToast();
  return useServiceAction(
    (bridge, change: Change) => ask(bridge, 'kept.set', change),
    (_, { isKept, ...item }) => {
      const words = isKept ? texts.kept.done : texts.kept.undone;
      tell({
        sentence: words(baseName(item.path)),
        undo: (bridge) => ask(bridge, 'kept.set', { ...item, isKept: !isKept }),
      });
    },
    refused === undefined ? {} : { refused },
  );
}
