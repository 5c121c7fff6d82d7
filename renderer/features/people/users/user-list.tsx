import { CircleCheck, CircleSlash, Lock, SearchX, Users } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { SearchBox } from '../../../components/controls/search-box.tsx';
import { Pill, QuietState } from '../../../components/feedback/pill.tsx';
import { stateColours } from '../../../components/feedback/state-chip.tsx';
import { Avatar } from '../../../parts/people/avatar.tsx';
import type { GridColumn } from '../../../parts/rows/data-grid.tsx';
import { ListPage } from '../../../parts/rows/list-page.tsx';
import { NameCell } from '../../../parts/rows/name-cell.tsx';
import { useSelf } from '../../../state/account/person.ts';
import { useDebounced } from '../../../state/hooks/use-debounced.ts';
import { useIsNarrow } from '../../../state/hooks/use-is-narrow.ts';
import { filteredList } from '../../../state/service/filtered-list.ts';
import { byMarker } from '../../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../../state/service/service.ts';
import { type List, useList } from '../../../state/service/use-list.ts';
import { texts } from '../../../texts/texts.ts';
import { useManyUsers } from './many-users.ts';
import { NewUserButton } from './new-user-button.tsx';
import { RoleCell } from './role-cell.tsx';
import { limitOf } from './space.ts';
import { type Self, type User, userFields } from './user.ts';
import { useUserActs } from './user-acts.tsx';
import { isFiltered, noUserFilters, passes, UserFilterChips, type UserFilters } from './user-filters.tsx';
import { LastSignIn, UserPanel } from './user-panel.tsx';

const PAGE_SIZE = 200;

/** All accounts. `first`: the one whose panel is initially open, and `find` the word that finds it. */
export function UserList({ first, find }: { first: string | null; find: string }): ReactNode {
  const [word, setWord] = useState(find);
  const self = useSelf();
  const isNarrow = useIsNarrow();
  const columns = useMemo(() => userColumns(self, isNarrow), [self, isNarrow]);
  const filter_term = useDebounced(word.trim());
  const [filters, setFilters] = useState(noUserFilters);
  const isNarrowed = isFiltered(filters);
  const all = useList<User>({
    key: [SERVICE, 'listUsers', filter_term],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listUsers', {
        query: { fields: userFields, filter_term, usemarker: true, limit: PAGE_SIZE, ...marker },
      }),
    ),
    keepsPrevious: true,
    isWhole: isNarrowed,
  });
  const listing = useFiltered(all, filters);
  const isWhole = filter_term === '' && !isNarrowed && !all.isPending && !all.hasMore;
  return (
    <ListPage
      label={texts.people.tabs.users}
      listing={listing}
      columns={columns}
      first={first}
      lines={2}
      useActs={useUserActs}
      useManyActs={useManyUsers}
      nameOf={({ name = '' }) => name}
      empty={
        filter_term === '' && !isNarrowed
          ? { icon: Users, title: texts.people.noUsers }
          : { icon: SearchX, tone: 'mute', title: texts.manage.noMatch, detail: texts.manage.noMatchDetail }
      }
      actions={(steps) => <NewUserButton {...steps} />}
      filters={
        <>
          <SearchBox label={texts.people.findUsers} value={word} onChange={setWord} />
          <UserFilterChips filters={filters} onChange={setFilters} />
          {isWhole && <UsedSpace users={all.entries} />}
        </>
      }
      panel={({ entry, steps }) => (entry === undefined ? null : <UserPanel user={entry} {...steps} />)}
    />
  );
}

/** The total space that they use. */
function UsedSpace({ users }: { users: readonly User[] }): ReactNode {
  const used = users.reduce((sum, { space_used: bytes = 0 }) => sum + bytes, 0);
  return (
    <p className="ms-auto self-center text-dim text-small tabular-nums max-sm:hidden">{texts.people.used(used)}</p>
  );
}

/** The same list without filters. */
function useFiltered(list: List<User>, filters: UserFilters): List<User> {
  const { entries } = list;
  const passing = useMemo(() => entries.filter((user) => passes(user, filters)), [entries, filters]);
  return isFiltered(filters) ? filteredList(list, passing, (user) => passes(user, filters)) : list;
}

/** `isNarrow`: with the status below the name. */
function userColumns(self: Self, isNarrow: boolean): readonly GridColumn<User>[] {
  const { userColumns: columns, spaceOf, you } = texts.people;
  const named: GridColumn<User> = {
    id: 'name',
    label: columns.name,
    cell: ({ id, name = '', login = '', status = 'active' }) => (
      <NameCell
        mark={<Avatar id={id} name={name} size={36} />}
        name={name}
        detail={isNarrow && status !== 'active' ? <StatusLine status={status} /> : login}
        {...(id === self?.id ? { note: you } : {})}
      />
    ),
  };
  return [
    named,
    {
      id: 'role',
      label: columns.role,
      width: 176,
      cell: (user, isActive) => <RoleCell key={user.id} user={user} self={self} isActive={isActive} />,
    },
    { id: 'sign-in', label: columns.signIn, width: 136, cell: (user) => <LastSignIn user={user} /> },
    {
      id: 'status',
      label: columns.status,
      width: 156,
      isKept: true,
      cell: ({ status = 'active' }) => <UserStatus status={status} />,
    },
    {
      id: 'space',
      label: columns.space,
      width: 168,
      isNumber: true,
      cell: ({ space_used: used = 0, space_amount: amount }) => spaceOf(used, limitOf(amount)),
    },
  ];
}

type Status = NonNullable<User['status']>;

/** A status other than active, in words. */
const StatusLine = ({ status }: { status: Status }): ReactNode => (
  <span className={stateColours[status === 'inactive' ? 'mute' : 'warn']}>{texts.people.statuses[status]}</span>
);

function UserStatus({ status }: { status: Status }): ReactNode {
  const text = texts.people.statuses[status];
  switch (status) {
    case 'active':
      return (
        <QuietState tone="ok" icon={CircleCheck}>
          {text}
        </QuietState>
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
