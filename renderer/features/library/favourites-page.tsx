import { Star, StarOff } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Moment } from '../../parts/moment.tsx';
import type { GridColumn } from '../../parts/rows/data-grid.tsx';
import { openItemAct } from '../../parts/rows/look-acts.ts';
import type { EntryAct } from '../../parts/rows/row-act.ts';
import { setFavourite, useFavourites } from '../../state/items/favourites.ts';
import { changedAtMs, type Item, keyOf, nameOf } from '../../state/items/item.ts';
import { texts } from '../../texts/texts.ts';
import { ItemListPage } from './item-list.tsx';

/** Files, folders and bookmarks that the person marked. */
export function FavouritesPage(): ReactNode {
  const { favourites, noFavourites, noFavouritesDetail } = texts.library;
  const column = useMemo(() => changedColumn(), []);
  return (
    <ItemListPage
      title={favourites}
      list={useFavourites()}
      itemOf={itself}
      keyOf={keyOf}
      column={column}
      quick={removeAct}
      useActs={(item) => [openItemAct(item), removeAct(item)]}
      empty={{ icon: Star, title: noFavourites, detail: noFavouritesDetail }}
    />
  );
}

const itself = (item: Item): Item => item;

function changedColumn(): GridColumn<Item> {
  const cell = (item: Item): ReactNode => {
    const atMs = changedAtMs(item);
    return <Moment at={atMs === null ? null : new Date(atMs).toISOString()} />;
  };
  return { id: 'changed', label: texts.files.columns.date, width: 144, cell, inLine: cell };
}

function removeAct(item: Item): EntryAct {
  const name = nameOf(item);
  return {
    id: 'remove',
    icon: StarOff,
    label: texts.library.remove,
    name: texts.library.removeOf(name),
    group: 'change',
    send: async (bridge) => {
      await setFavourite(bridge, item, false);
      return { sentence: texts.library.removed(name), undo: (undoing) => setFavourite(undoing, item, true) };
    },
  };
}
