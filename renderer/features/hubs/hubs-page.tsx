import { SearchX, Waypoints } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import { Choice } from '../../components/choice.tsx';
import { ListBody, ListFrame } from '../../components/list-frame.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { CellText, DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { useDone } from '../../parts/done-bar.tsx';
import { Moment } from '../../parts/moment.tsx';
import { type MarkerQuery, useMarkerList } from '../../state/marker-list.ts';
import { useIsAdmin } from '../../state/person.ts';
import { callService, useFreshService } from '../../state/service.ts';
import { useSettled } from '../../state/settled.ts';
import { formatCount } from '../../style/format.ts';
import { texts } from '../../style/texts.ts';
import type { Hub } from './hub.ts';
import { HubPanel } from './hub-panel.tsx';
import { NewHubButton } from './new-hub-button.tsx';

const PAGE_SIZE = 200;
const sorts = ['relevance', 'name', 'updated_at', 'last_accessed_at', 'view_count'] as const;
type Sort = (typeof sorts)[number];
type Scope = keyof typeof texts.hubs.scopes;
type Wanted = { readonly scope: Scope; readonly sort: Sort; readonly query: string };

/** Curated collections: those of the person, and for administrators all of them. */
export function HubsPage(): ReactNode {
  useFreshService();
  const isAdmin = useIsAdmin();
  const [word, setWord] = useState('');
  const [scope, setScope] = useState<Scope>('all');
  const [sort, setSort] = useState<Sort>('name');
  const [chosen, choose] = useState<string | null>(null);
  const [notice, tell] = useDone();
  const columns = useMemo(() => hubColumns(), []);
  const wanted: Wanted = { scope, sort, query: useSettled(word) };
  const listing = useMarkerList<Hub>(['hubs', wanted], (bridge, marker) => pageOf(bridge, wanted, marker));
  const words = texts.hubs;
  return (
    <ListFrame
      title={words.title}
      actions={<NewHubButton onChoose={choose} onTell={tell} />}
      filters={
        <>
          <SearchBox label={words.find} value={word} onChange={setWord} />
          <Choice
            label={words.scope}
            options={scopesFor(isAdmin).map((id) => ({ id, label: words.scopes[id] }))}
            value={scope}
            onChange={setScope}
          />
          <Choice
            label={words.sort}
            options={sorts.map((id) => ({ id, label: words.sorts[id] }))}
            value={sort}
            onChange={setSort}
          />
        </>
      }
      notice={notice}
      error={listing.error}
      list={
        <ListBody
          listing={listing}
          empty={
            wanted.query === '' && scope === 'all'
              ? { icon: Waypoints, title: words.nothing, detail: words.nothingDetail }
              : { icon: SearchX, title: texts.manage.noMatch, detail: texts.manage.noMatchDetail }
          }
        >
          <DataGrid
            label={words.title}
            columns={columns}
            entries={listing.entries}
            keyOf={({ id }) => id}
            nameOf={({ title = '' }) => title}
            chosen={chosen}
            onChoose={choose}
            onNearEnd={listing.more}
          />
        </ListBody>
      }
      panel={chosen === null ? null : <HubPanel key={chosen} hubId={chosen} onChoose={choose} onTell={tell} />}
    />
  );
}

function scopesFor(isAdmin: boolean): readonly Scope[] {
  return ['all', 'editable', 'view_only', ...(isAdmin ? (['enterprise'] as const) : [])];
}

function pageOf(bridge: TandemBridge, { scope, sort, query }: Wanted, marker: MarkerQuery) {
  const page = { query, sort, limit: PAGE_SIZE, ...marker };
  return scope === 'enterprise'
    ? callService(bridge, 'listEnterpriseHubs', { query: page })
    : callService(bridge, 'listHubs', { query: { ...page, scope } });
}

function hubColumns(): readonly GridColumn<Hub>[] {
  const { columns } = texts.hubs;
  return [
    { id: 'title', label: columns.title, cell: ({ title = '' }) => <CellText>{title}</CellText> },
    { id: 'updated', label: columns.updated, width: 120, cell: ({ updated_at: at }) => <Moment at={at} /> },
    {
      id: 'by',
      label: columns.by,
      width: 160,
      cell: ({ updated_by: by }) => <CellText isQuiet>{by?.name ?? ''}</CellText>,
    },
    {
      id: 'views',
      label: columns.views,
      width: 88,
      isNumber: true,
      isKept: true,
      cell: ({ view_count: count = 0 }) => formatCount(count),
    },
  ];
}
