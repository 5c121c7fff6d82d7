import type { ReactNode } from 'react';
import { ItemIcon } from '../../parts/files/item-icon.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Person } from '../../parts/people/person.tsx';
import { CellText, type GridColumn } from '../../parts/rows/data-grid.tsx';
import { NameCell } from '../../parts/rows/name-cell.tsx';
import { useOwnCollaborations } from '../../state/items/collaborations.ts';
import { hrefInFolder, type Item, keyOf, nameOf } from '../../state/items/item.ts';
import { roleName } from '../../texts/role-name.ts';
import { texts } from '../../texts/texts.ts';

/** The columns of the shared items: role, who shared it and when. */
export function sharedColumns(userId: string): readonly GridColumn<Item>[] {
  const { columns } = texts.sharing;
  const cell = (part: Part) => (item: Item) => <SharedCell key={keyOf(item)} item={item} userId={userId} part={part} />;
  return [
    {
      id: 'name',
      label: columns.name,
      cell: (item, _isActive, line) => (
        <NameCell
          mark={<ItemIcon item={item} size="row" />}
          name={nameOf(item)}
          href={hrefInFolder(item)}
          detail={line}
        />
      ),
    },
    { id: 'role', label: columns.role, width: 136, isKept: true, cell: cell('role'), inLine: cell('line') },
    { id: 'by', label: columns.by, width: 208, cell: cell('by') },
    { id: 'date', label: columns.date, width: 136, cell: cell('date') },
  ];
}

/** Line: all that a narrow window has room for. */
type Part = 'role' | 'by' | 'date' | 'line';

function SharedCell({ item, userId, part }: { item: Item; userId: string; part: Part }): ReactNode {
  // None while loading, or if a folder above gives the access.
  const own = useOwnCollaborations(item, userId).data?.[0];
  const by = own?.created_by ?? item.owned_by;
  switch (part) {
    case 'role':
      return own?.role === undefined ? '–' : <CellText>{roleName(own.role)}</CellText>;
    case 'by':
      return <Person person={by} />;
    case 'date':
      return <Moment at={own?.created_at} />;
    case 'line':
      return [own?.role === undefined ? '' : roleName(own.role), by?.name].filter(Boolean).join(' · ');
  }
}
