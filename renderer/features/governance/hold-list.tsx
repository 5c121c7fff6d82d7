import { Scale } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { SearchBox } from '../../components/controls/search-box.tsx';
import { CellText, type GridColumn } from '../../parts/data-grid.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useDebounced } from '../../state/hooks/use-debounced.ts';
import { byMarker } from '../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../state/service/service.ts';
import { useList } from '../../state/service/use-list.ts';
import { texts } from '../../texts/texts.ts';
import type { Hold } from './hold.ts';
import { HoldPanel } from './hold-panel.tsx';
import { HoldState } from './hold-state.tsx';
import { NewHoldButton } from './new-hold-button.tsx';

const PAGE_SIZE = 200;

/** The legal holds of the enterprise. */
export function HoldList(): ReactNode {
  const [word, setWord] = useState('');
  const columns = useMemo(() => holdColumns(), []);
  const policy_name = useDebounced(word.trim());
  const listing = useList<Hold>({
    key: [SERVICE, 'listLegalHoldPolicies', policy_name],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listLegalHoldPolicies', {
        query: { limit: PAGE_SIZE, ...(policy_name === '' ? {} : { policy_name }), ...marker },
      }),
    ),
    keepsPrevious: true,
  });
  const words = texts.governance;
  return (
    <ListPage
      label={words.tabs.holds}
      listing={listing}
      columns={columns}
      nameOf={({ policy_name: name = '' }) => name}
      empty={
        policy_name === ''
          ? { icon: Scale, title: words.noHolds, detail: words.noHoldsDetail }
          : { icon: Scale, title: texts.manage.noMatch }
      }
      actions={(steps) => <NewHoldButton {...steps} />}
      filters={<SearchBox label={words.find} value={word} onChange={setWord} />}
      panel={({ entry, steps }) => (entry === undefined ? null : <HoldPanel hold={entry} {...steps} />)}
    />
  );
}

function holdColumns(): readonly GridColumn<Hold>[] {
  const { holdColumns: columns, counts } = texts.governance;
  return [
    { id: 'name', label: columns.name, cell: ({ policy_name: name = '' }) => <CellText>{name}</CellText> },
    {
      id: 'status',
      label: columns.status,
      width: 152,
      isKept: true,
      cell: ({ status = '' }) => <HoldState status={status} />,
    },
    {
      id: 'assignments',
      label: columns.assignments,
      width: 72,
      isNumber: true,
      cell: ({ assignment_counts: all = {} }) =>
        counts(Object.values<number>(all).reduce((sum, count) => sum + count, 0)),
    },
    { id: 'created', label: columns.created, width: 120, cell: ({ created_at: at }) => <Moment at={at} /> },
  ];
}
