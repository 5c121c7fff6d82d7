import { type ReactNode, useMemo } from 'react';
import { ItemIcon } from '../../parts/files/item-icon.tsx';
import { briefPlace, PlaceText } from '../../parts/files/place-text.tsx';
import type { GridColumn } from '../../parts/rows/data-grid.tsx';
import { ListPage } from '../../parts/rows/list-page.tsx';
import { openItemAct } from '../../parts/rows/look-acts.ts';
import { NameCell } from '../../parts/rows/name-cell.tsx';
import { hrefInFolder, type Item, linkOf, nameOf } from '../../state/items/item.ts';
import type { List } from '../../state/service/use-list.ts';
import { texts } from '../../texts/texts.ts';

/** A page with one list of items from anywhere: each with its folder, and one more column. */
export function ItemListPage<Entry extends { readonly id: string }>({
  title,
  list,
  itemOf,
  column,
  empty,
  ...acts
}: Pick<Parameters<typeof ListPage<Entry>>[0], 'empty' | 'keyOf' | 'quick' | 'useActs'> & {
  title: string;
  list: List<Entry>;
  /** Must be stable, like `column`. */
  itemOf: (entry: Entry) => Item;
  column: GridColumn<Entry>;
}): ReactNode {
  const columns = useMemo(() => itemColumns(itemOf, column), [itemOf, column]);
  return (
    <ListPage
      title={title}
      label={title}
      listing={list}
      columns={columns}
      nameOf={(entry) => nameOf(itemOf(entry))}
      openAct={(entry) => openItemAct(itemOf(entry))}
      linkOf={(entry) => linkOf(itemOf(entry))}
      empty={empty}
      {...acts}
    />
  );
}

function itemColumns<Entry>(itemOf: (entry: Entry) => Item, column: GridColumn<Entry>): readonly GridColumn<Entry>[] {
  return [
    {
      id: 'name',
      label: texts.files.columns.name,
      cell: (entry, _isActive, line) => {
        const item = itemOf(entry);
        return (
          <NameCell
            mark={<ItemIcon item={item} size="row" />}
            name={nameOf(item)}
            href={hrefInFolder(item)}
            detail={line}
          />
        );
      },
    },
    {
      id: 'folder',
      label: texts.files.columns.place,
      width: 256,
      cell: (entry) => (
        <span className="flex min-w-0 text-dim">
          <PlaceText item={itemOf(entry)} />
        </span>
      ),
      inLine: (entry) => briefPlace(itemOf(entry)),
    },
    column,
  ];
}
