import { SearchX, Waypoints } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { SearchBox } from '../../components/controls/search-box.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Person } from '../../parts/people/person.tsx';
import type { GridColumn } from '../../parts/rows/data-grid.tsx';
import { ListPage } from '../../parts/rows/list-page.tsx';
import { NameCell, RowIcon } from '../../parts/rows/name-cell.tsx';
import { useIsAdmin } from '../../state/account/person.ts';
import { useDebounced } from '../../state/hooks/use-debounced.ts';
import { useEntryChoice, useEntryWord } from '../../state/hooks/use-entry-state.ts';
import { byMarker, type MarkerQuery } from '../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../state/service/service.ts';
import { useList } from '../../state/service/use-list.ts';
import { formatCount } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import type { Hub } from './hub.ts';
import { useHubActs } from './hub-acts.tsx';
import { HubPanel } from './hub-panel.tsx';
import { NewHubButton } from './new-hub-button.tsx';

const PAGE_SIZE = 200;
const sorts = ['relevance', 'name', 'updated_at', 'last_accessed_at', 'view_count'] as const;
type Sort = (typeof sorts)[number];
const scopes = ['all', 'editable', 'view_only', 'enterprise'] as const;
type Scope = (typeof scopes)[number];
type Wanted = { readonly scope: Scope; readonly sort: Sort; readonly query: string };

/** Curated collections: the person's own, and for administrators all of them. */
export function HubsPage(): ReactNode {
  const isAdmin = useIsAdmin();
  const [word, setWord] = useEntryWord('hubs.word');
  const [scope, setScope] = useEntryChoice('hubs.scope', scopes, 'all');
  const [sort, setSort] = useEntryChoice('hubs.sort', sorts, 'name');
  const columns = useMemo(() => hubColumns(), []);
  const wanted: Wanted = { scope, sort, query: useDebounced(word) };
  const listing = useList<Hub>({
    key: [SERVICE, wanted.scope === 'enterprise' ? 'listEnterpriseHubs' : 'listHubs', wanted],
    read: byMarker((bridge, marker) => pageOf(bridge, wanted, marker)),
    keepsPrevious: true,
  });
  const words = texts.hubs;
  return (
    <ListPage
      title={words.title}
      label={words.title}
      listing={listing}
      columns={columns}
      useActs={useHubActs}
      nameOf={({ title = '' }) => title}
      empty={
        wanted.query === '' && scope === 'all'
          ? { icon: Waypoints, title: words.nothing, detail: words.nothingDetail }
          : { icon: SearchX, tone: 'mute', title: texts.manage.noMatch, detail: texts.manage.noMatchDetail }
      }
      actions={(steps) => <NewHubButton {...steps} />}
      filters={
        <>
          <SearchBox label={words.find} value={word} onChange={setWord} />
          <Select
            isInline
            label={words.scope}
            options={scopesFor(isAdmin).map((id) => ({ id, label: words.scopes[id] }))}
            value={scope}
            onChange={setScope}
          />
          <Select
            isInline
            label={words.sort}
            options={sorts.map((id) => ({ id, label: words.sorts[id] }))}
            value={sort}
            onChange={setSort}
          />
        </>
      }
      panel={({ id, steps }) => <HubPanel hubId={id} {...steps} />}
    />
  );
}

function scopesFor(isAdmin: boolean): readonly Scope[] {
  return scopes.filter((scope) => scope !== 'enterprise' || isAdmin);
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
    {
      id: 'title',
      label: columns.title,
      cell: ({ title = '' }, _isActive, line) => (
        <NameCell mark={<RowIcon icon={Waypoints} />} name={title} detail={line} />
      ),
    },
    {
      id: 'updated',
      label: columns.updated,
      width: 132,
      cell: ({ updated_at: at }) => <Moment at={at} />,
      inLine: ({ updated_at: at }) => <Moment at={at} />,
    },
    {
      id: 'by',
      label: columns.by,
      width: 176,
      cell: ({ updated_by: by }) => <Person person={by} />,
      inLine: ({ updated_by: by }) => by?.name,
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
