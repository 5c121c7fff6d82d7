import { type ReactNode, useState } from 'react';
import type { MenuPoint } from '../../../components/collection/use-grid.ts';
import { ItemIcon } from '../../../parts/files/item-icon.tsx';
import type { RowAct } from '../../../parts/rows/row-act.ts';
import { RowMenu } from '../../../parts/rows/row-menu.tsx';
import { SelectionBar } from '../../../parts/rows/selection-bar.tsx';
import { refusal } from '../../../parts/toasts/done.ts';
import { useToast } from '../../../parts/toasts/toasts.tsx';
import { canShare, type Item, keyOf, nameOf } from '../../../state/items/item.ts';
import type { PathStates } from '../../../state/items/path-states.ts';
import { formatBytes } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import type { SelectedItems } from '../list/selected-items.ts';
import { ItemState, type ItemStates } from '../state/item-state.tsx';
import { useCopyLinks } from './copy-links.ts';
import { type Asking, type StepsOf, useItemSteps } from './item-steps.ts';
import { sharedRights } from './shared-rights.ts';
import { StepQuestion } from './step-question.tsx';

export type StepsOn = {
  /** The requests of the rows. */
  readonly rows: {
    readonly onOpen: (item: Item) => void;
    readonly onLook: (item: Item) => void;
    /** Handles a key on a row; true if handled. */
    readonly onKey: (key: string, item: Item | undefined) => boolean;
    readonly onMenu: (at: MenuPoint) => void;
    /** Selects the row, and opens the dialog that shares it. */
    readonly onShare: (item: Item) => void;
    /** The same for several selected rows, otherwise for the row with the focus, unless its role forbids it. */
    readonly onShareKey: (item: Item | undefined) => void;
    /** Copies the links of several selected rows, otherwise of the row with the focus, and says which have none. */
    readonly onCopy: (item: Item | undefined) => void;
  };
  readonly steps: readonly RowAct[];
  /** The selection bar covers the head of the list, or the space above the tiles. */
  readonly isBarShown: boolean;
  /** The selection bar and the menu, next to the rows. */
  readonly drawn: ReactNode;
  /** The open dialog, which outlives the rows. */
  readonly question: ReactNode;
};

/** One action table for keys, selection bar and row menu. */
export function useStepsOn(
  chosen: readonly Item[],
  of: Omit<StepsOf, 'onAsk' | 'onRefused'> & {
    readonly states: PathStates;
    readonly onChoose: (item: Item) => void;
    /** The panel of a selected item shows beside the list. */
    readonly hasPanel: boolean;
    readonly selection: Pick<SelectedItems, 'unmark'>;
  },
): StepsOn {
  const { ask, drawn: question } = useQuestion(chosen, of);
  const { menu, openMenu, closeMenu } = useMenuOf(chosen, of.selection);
  const tell = useToast();
  const copy = useCopyLinks();
  const steps = useItemSteps(chosen, {
    ...of,
    onAsk: (what) => ask(what, chosen),
    onRefused: (error) => tell(refusal(error)),
  });
  const { selection, onLook } = of;
  const onKey = (key: string, item: Item | undefined): boolean => {
    if (key === ' ' && item?.type === 'file') onLook(item);
    else if (key === 'Delete' || key === 'F2') {
      return change(key, chosen.length === 0 ? [] : aboutOf(chosen, item), of, ask);
    } else return false;
    return true;
  };
  const [only] = chosen;
  const label = only !== undefined && chosen.length === 1 ? nameOf(only) : texts.files.selected(chosen.length);
  // A panel has the actions of one row, and the head of the list stays free for sorting.
  const isBarShown = chosen.length > (of.hasPanel ? 1 : 0);
  const drawn = only !== undefined && (
    <>
      {isBarShown && <SelectionBar count={chosen.length} steps={steps} onClear={selection.clear} />}
      {menu !== null && (
        <RowMenu
          label={texts.files.actionsOf(label)}
          place={menu}
          acts={steps}
          {...(chosen.length === 1 ? { about: <About item={only} states={of.states} syncOf={of.sync.of} /> } : {})}
          onClose={closeMenu}
        />
      )}
    </>
  );
  const onShare = (item: Item): void => {
    of.onChoose(item);
    ask('share', [item]);
  };
  const onShareKey = (item: Item | undefined): void => {
    if (chosen.length > 1) steps.find(({ id }) => id === 'share')?.run();
    else if (item !== undefined && canShare(item)) onShare(item);
  };
  const onCopy = (item: Item | undefined): void => copy(aboutOf(chosen, item));
  const rows = { onOpen: of.onOpen, onLook, onKey, onMenu: openMenu, onShare, onShareKey, onCopy };
  return { rows, steps, isBarShown, drawn, question };
}

/** The place of the open menu. It marks its row, which stays marked for the action that was chosen. */
function useMenuOf(chosen: readonly Item[], { unmark }: Pick<SelectedItems, 'unmark'>) {
  const [menu, setMenu] = useState<MenuPoint | null>(null);
  const closeMenu = (by?: 'act'): void => {
    setMenu(null);
    if (by !== 'act') unmark();
  };
  // A menu whose row has left the list must not open for the next one.
  if (chosen.length === 0 && menu !== null) closeMenu();
  return { menu, openMenu: setMenu, closeMenu };
}

/** The items of a key: the selection if it has several, otherwise the row with the focus. */
const aboutOf = (chosen: readonly Item[], item: Item | undefined): readonly Item[] =>
  chosen.length > 1 ? chosen : item === undefined ? [] : [item];

/** Handles a key that changes items; true if their role allows it. */
function change(
  key: 'Delete' | 'F2',
  about: readonly Item[],
  { acts, sync, selection }: Pick<StepsOf, 'acts' | 'sync' | 'selection'>,
  ask: (what: Asking, items: readonly Item[]) => void,
): boolean {
  const { canDelete, canRename } = sharedRights(about, sync.of);
  if (key === 'Delete' && canDelete && about.length > 0) acts.trash(about, selection.deselect);
  else if (key === 'F2' && canRename && about.length === 1) ask('rename', about);
  else return false;
  return true;
}

type Asked = { readonly what: Asking; readonly items: readonly Item[] };

/** Items that are all still selected come from the list, which knows their newest versions. */
function newest(asked: readonly Item[], chosen: readonly Item[]): readonly Item[] {
  if (asked === chosen || asked.length !== chosen.length) return asked;
  const keys = new Set(asked.map(keyOf));
  return chosen.every((item) => keys.has(keyOf(item))) ? chosen : asked;
}

/** The dialog of an action. It is about the items for which it was opened, even when the list no longer has them. */
function useQuestion(
  chosen: readonly Item[],
  { acts, selection }: Pick<StepsOf, 'acts' | 'selection'>,
): { readonly ask: (what: Asking, items: readonly Item[]) => void; readonly drawn: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const drawn = asked !== null && (
    <StepQuestion
      asking={asked.what}
      chosen={newest(asked.items, chosen)}
      acts={acts}
      // An answer that comes late must not close the dialog that is open by then.
      onClose={() => setAsked((now) => (now === asked ? null : now))}
      onDone={selection.deselect}
    />
  );
  return { ask: (what, items) => setAsked({ what, items }), drawn };
}

/** The name, size and state of an item. */
const About = ({ item, ...state }: ItemStates & { item: Item }): ReactNode => (
  <div className="flex items-center gap-3">
    <ItemIcon item={item} size={32} />
    <div className="min-w-0 flex-1">
      <p dir="auto" className="truncate font-semibold">
        {nameOf(item)}
      </p>
      <p className="truncate text-dim text-small">
        {item.type === 'web_link' ? item.url : formatBytes(item.size ?? 0)}
      </p>
    </div>
    <ItemState item={item} isLink={false} {...state} />
  </div>
);
