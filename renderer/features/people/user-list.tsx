import { CircleCheck, CircleSlash, Lock, Users } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { SearchBox } from '../../components/controls/search-box.tsx';
import { Pill } from '../../components/feedback/pill.tsx';
import { CellText, type GridColumn } from '../../parts/data-grid.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { useDebounced } from '../../state/hooks/use-debounced.ts';
import { byMarker } from '../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../state/service/service.ts';
import { useList } from '../../state/service/use-list.ts';
import { texts } from '../../texts/texts.ts';
import { NewUserButton } from './new-user-button.tsx';
import { limitOf } from './space.ts';
import { type User, userFields } from './user.ts';
import { UserPanel } from './user-panel.tsx';

const PAGE_SIZE = 200;

/** All accounts. */
export function UserList(): ReactNode {
  const [word, setWord] = useState('');
  const columns = useMemo(() => userColumns(), []);
  const filter_term = useDebounced(word.trim());
  const listing = useList<User>({
    key: [SERVICE, 'listUsers', filter_term],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listUsers', {
        query: { fields: userFields, filter_term, usemarker: true, limit: PAGE_SIZE, ...marker },
      }),
    ),
    keepsPrevious: true,
  });
  return (
    <ListPage
      label={texts.people.tabs.users}
      listing={listing}
      columns={columns}
      nameOf={({ name = '' }) => name}
      empty={{ icon: Users, title: filter_term === '' ? texts.people.noUsers : texts.manage.noMatch }}
      actions={(steps) => <NewUserButton {...steps} />}
      filters={<SearchBox label={texts.people.findUsers} value={word} onChange={setWord} />}
      panel={({ entry, steps }) => (entry === undefined ? null : <UserPanel user={entry} {...steps} />)}
    />
  );
}

function userColumns(): readonly GridColumn<User>[] {
  const { userColumns: columns, roles, spaceOf } = texts.people;
  return [
    { id: 'name', label: columns.name, cell: ({ name = '' }) => <CellText>{name}</CellText> },
    { id: 'login', label: columns.login, cell: ({ login = '' }) => <CellText isQuiet>{login}</CellText> },
    { id: 'role', label: columns.role, width: 144, cell: ({ role = 'user' }) => <CellText>{roles[role]}</CellText> },
    {
      id: 'status',
      label: columns.status,
      width: 144,
      isKept: true,
      cell: ({ status = 'active' }) => <UserStatus status={status} />,
    },
    {
      id: 'space',
      label: columns.space,
      width: 136,
      isNumber: true,
      cell: ({ space_used: used = 0, space_amount: amount }) => spaceOf(used, limitOf(amount)),
    },
  ];
}

function UserStatus({ status }: { status: NonNullable<User['status']> }): ReactNode {
  const text = texts.people.statuses[status];
  switch (status) {
    case 'active':
      return (
        <Pill tone="ok" icon={CircleCheck}>
          {text}
        </Pill>
      );
    case 'inactive':
      return (
        <Pill tone="mute" icon={CircleSlash}>
          {text}
        </Pill>
      );
    default:
      return (
        <Pill tone="warn" icon={Lock}>
          {text}
        </Pill>
      );
  }
}
