import { UsersRound } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { ListBody, ListFrame } from '../../components/list-frame.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { CellText, DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { useDone } from '../../parts/done-bar.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useChosen } from '../../state/chosen.ts';
import { callService, useServiceList } from '../../state/service.ts';
import { useSettled } from '../../state/settled.ts';
import { texts } from '../../style/texts.ts';
import { type Group, groupFields } from './group.ts';
import { GroupPanel } from './group-panel.tsx';
import { NewGroupButton } from './new-group-button.tsx';

const PAGE_SIZE = 200;

/** The groups of the enterprise. */
export function GroupList(): ReactNode {
  const [word, setWord] = useState('');
  const [chosen, choose] = useState<string | null>(null);
  const [notice, tell] = useDone();
  const columns = useMemo(() => groupColumns(), []);
  const filter_term = useSettled(word.trim());
  const listing = useServiceList<Group>(['groups', filter_term], async (bridge, offset) => {
    const query = { fields: groupFields, filter_term, limit: PAGE_SIZE, offset };
    const page = await callService(bridge, 'listGroups', { query });
    return { entries: page.entries, total: page.total_count };
  });
  const group = useChosen(listing.entries, chosen);
  const words = texts.people;
  return (
    <ListFrame
      title={null}
      actions={<NewGroupButton onChoose={choose} onTell={tell} />}
      filters={<SearchBox label={words.findGroups} value={word} onChange={setWord} />}
      notice={notice}
      error={listing.error}
      list={
        <ListBody
          listing={listing}
          empty={
            filter_term === ''
              ? { icon: UsersRound, title: words.noGroups, detail: words.noGroupsDetail }
              : { icon: UsersRound, title: texts.manage.noMatch }
          }
        >
          <DataGrid
            label={words.tabs.groups}
            columns={columns}
            entries={listing.entries}
            keyOf={({ id }) => id}
            nameOf={({ name = '' }) => name}
            chosen={chosen}
            onChoose={choose}
            onNearEnd={listing.more}
          />
        </ListBody>
      }
      panel={group === undefined ? null : <GroupPanel key={group.id} group={group} onChoose={choose} onTell={tell} />}
    />
  );
}

function groupColumns(): readonly GridColumn<Group>[] {
  const { groupColumns: columns } = texts.people;
  return [
    { id: 'name', label: columns.name, cell: ({ name = '' }) => <CellText>{name}</CellText> },
    {
      id: 'description',
      label: columns.description,
      cell: ({ description = '' }) => <CellText isQuiet>{description}</CellText>,
    },
    { id: 'created', label: columns.created, width: 120, cell: ({ created_at: at }) => <Moment at={at} /> },
  ];
}
