import type { ReactNode } from 'react';
import { ItemIcon } from '../../parts/files/item-icon.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Person } from '../../parts/people/person.tsx';
import { CellText, type GridColumn } from '../../parts/rows/data-grid.tsx';
import { NameCell } from '../../parts/rows/name-cell.tsx';
import { hrefInFolder, type Item, keyOf, nameOf } from '../../state/items/item.ts';
import { useService } from '../../state/service/service.ts';
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
  const own = useOwnCollaboration(item, userId);
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

/** The person's own collaboration; undefined while loading, or if a group or a folder above gives the access. */
function useOwnCollaboration(item: Item, userId: string) {
  const query = { limit: 1000 };
  const isFolder = item.type === 'folder';
  const ofFolder = useService('listFolderCollaborations', isFolder ? { params: { folder_id: item.id }, query } : null);
  const ofFile = useService('listFileCollaborations', isFolder ? null : { params: { file_id: item.id }, query });
  const entries = (isFolder ? ofFolder : ofFile).data?.entries;
  return entries?.find(({ accessible_by: by }) => by?.type === 'user' && by.id === userId);
}
