import { type ReactNode, useState } from 'react';
import { useIsTight } from '../../../state/hooks/use-is-narrow.ts';
import { useStickySelection } from '../../../state/hooks/use-sticky-selection.ts';
import { type Item, keyOf } from '../../../state/items/item.ts';
import type { ItemStates } from '../state/item-state.tsx';
import { DetailsPanel, type DetailsTab, type ItemActions } from './details-panel.tsx';

type Tabs = {
  /** The last viewed tab. */
  readonly tab: DetailsTab;
  readonly onTab: (tab: DetailsTab) => void;
  /** The key of the item whose panel a link asks for, also where it is a sheet. */
  readonly asked: string | null;
  /** Selects the item, whose row may have been marked for its menu only. */
  readonly onOpen: (item: Item) => void;
  readonly onClose: () => void;
};

type Selected = {
  readonly selected: ReadonlySet<string>;
  readonly chosen: readonly Item[];
  readonly isForMenu: boolean;
};

/**
 * The panel of the only selected item. Where it is a sheet above the list, selecting an item is not enough to open it, nor is the menu of a row: the
 * columns would move under the pointer. A panel in use stays while its item is not in the list, and in a window that becomes narrow.
 */
export function useDetailsPanel(
  { selected, chosen, isForMenu }: Selected,
  { tab, onTab, asked, onOpen, onClose }: Tabs,
) {
  const isSheet = useIsTight();
  const [openKey, setOpenKey] = useState<string | null>(asked);
  const [reached, reach] = useState(asked);
  const [wasShown, setWasShown] = useState(false);
  if (asked !== reached) {
    reach(asked);
    if (asked !== null) setOpenKey(asked);
  }
  const [selectedKey] = selected;
  const [listed] = chosen;
  // Of several selected items, one may be all that is left in the list.
  const key = chosen.length === 1 && listed !== undefined ? keyOf(listed) : selected.size === 1 ? selectedKey : null;
  const only = useStickySelection(chosen, key ?? null, keyOf);
  const isListed = chosen.length > 0;
  const isWanted = !isSheet && isListed && (!isForMenu || wasShown);
  const isShown = only !== undefined && (isWanted || keyOf(only) === openKey);
  if (isShown !== wasShown) setWasShown(isShown);
  const open = (item: Item, next: DetailsTab | null): void => {
    onOpen(item);
    setOpenKey(keyOf(item));
    if (next !== null) onTab(next);
  };
  const draw = (state: ItemStates, on: ItemActions): ReactNode => {
    if (only === undefined || !isShown) return null;
    return (
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the focus says that the panel is in use
      <div className="contents" onFocus={() => setOpenKey(keyOf(only))}>
        <DetailsPanel
          key={keyOf(only)}
          item={only}
          isSheet={isSheet}
          state={state}
          tab={tab}
          onTab={(next) => open(only, next)}
          on={isListed ? on : null}
          onClose={() => {
            setOpenKey(null);
            onClose();
          }}
        />
      </div>
    );
  };
  return { isSheet, isShown, open, draw };
}
