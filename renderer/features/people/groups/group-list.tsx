import { SearchX, UsersRound } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { SearchBox } from '../../../components/controls/search-box.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { CellText, type GridColumn } from '../../../parts/rows/data-grid.tsx';
import { ListPage } from '../../../parts/rows/list-page.tsx';
import { NameCell, RowIcon } from '../../../parts/rows/name-cell.tsx';
import { byText, gridSort } from '../../../parts/rows/sorting.ts';
import { useDebounced } from '../../../state/hooks/use-debounced.ts';
import { useEntryState, useEntryWord } from '../../../state/hooks/use-entry-state.ts';
import { byOffset } from '../../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../../state/service/service.ts';
import { useList } from '../../../state/service/use-list.ts';
import { texts } from '../../../texts/texts.ts';
import { type Group, groupFields } from './group.ts';
import { groupActs } from './group-acts.ts';
import { GroupPanel } from './group-panel.tsx';
import { NewGroupButton } from './new-group-button.tsx';

const PAGE_SIZE = 200;

/** The groups of the enterprise. */
export function GroupList(): ReactNode {
  const [word, setWord] = useEntryWord('groups.word');
  const columns = useMemo(() => groupColumns(), []);
  const [sort, setSort] = useEntryState('groups.sort', gridSort, null);
  const filter_term = useDebounced(word.trim());
  const listing = useList<Group>({
    key: [SERVICE, 'listGroups', filter_term],
    read: byOffset(async (bridge, offset) => {
      const query = { fields: groupFields, filter_term, limit: PAGE_SIZE, offset };
      const page = await callService(bridge, 'listGroups', { query });
      return { entries: page.entries, total: page.total_count, limit: page.limit };
    }),
    isWhole: sort !== null,
  });
  const words = texts.people;
  return (
    <ListPage
      label={words.tabs.groups}
      listing={listing}
      columns={columns}
      sorting={{ sort, onSort: setSort }}
      useActs={groupActs}
      nameOf={({ name = '' }) => name}
      empty={
        filter_term === ''
          ? { icon: UsersRound, title: words.noGroups, detail: words.noGroupsDetail }
          : { icon: SearchX, tone: 'mute', title: texts.manage.noMatch, detail: texts.manage.noMatchDetail }
      }
      actions={(steps) => <NewGroupButton {...steps} />}
      filters={<SearchBox label={words.findGroups} value={word} onChange={setWord} />}
      panel={({ entry, steps }) => (entry === undefined ? null : <GroupPanel group={entry} {...steps} />)}
    />
  );
}

function groupColumns(): readonly GridColumn<Group>[] {
  const { groupColumns: columns } = texts.people;
  return [
    {
      id: 'name',
      label: columns.name,
      order: byText(({ name }) => name),
      cell: ({ name = '' }, _isActive, line) => (
        <NameCell mark={<RowIcon icon={UsersRound} />} name={name} detail={line} />
      ),
    },
    {
      id: 'description',
      label: columns.description,
      order: byText(({ description }) => description),
      cell: ({ description = '' }) => <CellText isQuiet>{description}</CellText>,
      inLine: ({ description }) => description,
    },
    {
      id: 'created',
      label: columns.created,
      width: 132,
      order: byText(({ created_at: at }) => at),
      cell: ({ created_at: at }) => <Moment at={at} />,
    },
  ];
}
