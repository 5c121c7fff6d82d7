import { SearchX, Users } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { SearchBox } from '../../../components/controls/search-box.tsx';
import { ListPage } from '../../../parts/rows/list-page.tsx';
import { gridSort } from '../../../parts/rows/sorting.ts';
import { useSelf } from '../../../state/account/person.ts';
import { useDebounced } from '../../../state/hooks/use-debounced.ts';
import { useEntryState, useEntryWord } from '../../../state/hooks/use-entry-state.ts';
import { useIsNarrow } from '../../../state/hooks/use-is-narrow.ts';
import { filteredList } from '../../../state/service/filtered-list.ts';
import { byMarker } from '../../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../../state/service/service.ts';
import { type List, useList } from '../../../state/service/use-list.ts';
import { texts } from '../../../texts/texts.ts';
import { useManyUsers } from './many-users.ts';
import { NewUserButton } from './new-user-button.tsx';
import { type User, userFields } from './user.ts';
import { useUserActs } from './user-acts.tsx';
import { userColumns } from './user-columns.tsx';
import { isFiltered, noUserFilters, passes, UserFilterChips, type UserFilters, userFilters } from './user-filters.tsx';
import { UserPanel } from './user-panel.tsx';

const PAGE_SIZE = 200;

/** All accounts. `first`: the one whose panel is initially open, and `find` the word that finds it. */
export function UserList({ first, find }: { first: string | null; find: string }): ReactNode {
  const [word, setWord] = useEntryWord('users.word', find);
  const self = useSelf();
  const isNarrow = useIsNarrow();
  const columns = useMemo(() => userColumns(self, isNarrow), [self, isNarrow]);
  const filter_term = useDebounced(word.trim());
  const [filters, setFilters] = useEntryState('users.filters', userFilters, noUserFilters);
  const isNarrowed = isFiltered(filters);
  const [sort, setSort] = useEntryState('users.sort', gridSort, null);
  const all = useUsers(filter_term, isNarrowed || sort !== null);
  const listing = useFiltered(all, filters);
  const isWhole = filter_term === '' && !isNarrowed && !all.isPending && !all.hasMore;
  return (
    <ListPage
      label={texts.people.tabs.users}
      listing={listing}
      columns={columns}
      first={first}
      lines={2}
      sorting={{ sort, onSort: setSort }}
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

/** The accounts that a word finds. `isWhole`: reads all of them, since the service neither filters them further nor sorts them. */
const useUsers = (filter_term: string, isWhole: boolean): List<User> =>
  useList<User>({
    key: [SERVICE, 'listUsers', filter_term],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listUsers', {
        query: { fields: userFields, filter_term, usemarker: true, limit: PAGE_SIZE, ...marker },
      }),
    ),
    keepsPrevious: true,
    isWhole,
  });

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
