import { type ReactNode, useState } from 'react';
import { useIsTight } from '../../../state/hooks/use-is-narrow.ts';
import { type Item, keyOf } from '../../../state/items/item.ts';
import type { ItemStates } from '../state/item-state.tsx';
import { DetailsPanel, type DetailsTab, type ItemActions } from './details-panel.tsx';

type Tabs = {
  /** The last viewed tab. */
  readonly tab: DetailsTab;
  readonly onTab: (tab: DetailsTab) => void;
  readonly onClose: () => void;
};

/** The panel of the only selected item. Where it is a sheet above the list, selecting an item is not enough to open it. */
export function useDetailsPanel(only: Item | undefined, { tab, onTab, onClose }: Tabs) {
  const isSheet = useIsTight();
  const [openKey, setOpenKey] = useState<string | null>(null);
  const open = (item: Item, next: DetailsTab | null): void => {
    setOpenKey(keyOf(item));
    if (next !== null) onTab(next);
  };
  const draw = (state: ItemStates, on: ItemActions): ReactNode => {
    if (only === undefined || (isSheet && keyOf(only) !== openKey)) return null;
    return (
      <DetailsPanel
        key={keyOf(only)}
        item={only}
        isSheet={isSheet}
        state={state}
        tab={tab}
        // A panel that is in use stays open in a window that becomes narrow.
        onTab={(next) => open(only, next)}
        on={on}
        onClose={() => {
          setOpenKey(null);
          onClose();
        }}
      />
    );
  };
  return { isSheet, open, draw };
}
