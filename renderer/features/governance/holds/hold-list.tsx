import { Scale, SearchX, TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { SearchBox } from '../../../components/controls/search-box.tsx';
import { Pill } from '../../../components/feedback/pill.tsx';
import { stateColours } from '../../../components/feedback/state-chip.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { Person } from '../../../parts/people/person.tsx';
import { CellText, type GridColumn } from '../../../parts/rows/data-grid.tsx';
import { ListPage } from '../../../parts/rows/list-page.tsx';
import { NameCell, RowIcon } from '../../../parts/rows/name-cell.tsx';
import { useDebounced } from '../../../state/hooks/use-debounced.ts';
import { useEntryWord } from '../../../state/hooks/use-entry-state.ts';
import { byMarker } from '../../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../../state/service/service.ts';
import { useList } from '../../../state/service/use-list.ts';
import { administration } from '../../../texts/administration.ts';
import { texts } from '../../../texts/texts.ts';
import type { Hold } from './hold.ts';
import { holdActs } from './hold-acts.ts';
import { HoldPanel } from './hold-panel.tsx';
import { HoldState, stateOf } from './hold-state.tsx';
import { NewHoldButton } from './new-hold-button.tsx';

const PAGE_SIZE = 200;

/** The legal holds of the enterprise. */
export function HoldList(): ReactNode {
  const [word, setWord] = useEntryWord('holds.word');
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
  const words = administration.governance;
  return (
    <ListPage
      label={words.tabs.holds}
      listing={listing}
      columns={columns}
      useActs={holdActs}
      nameOf={({ policy_name: name = '' }) => name}
      empty={
        policy_name === ''
          ? { icon: Scale, title: words.noHolds, detail: words.noHoldsDetail }
          : { icon: SearchX, tone: 'mute', title: texts.manage.noMatch, detail: texts.manage.noMatchDetail }
      }
      actions={(steps) => <NewHoldButton {...steps} />}
      filters={<SearchBox label={words.find} value={word} onChange={setWord} />}
      panel={({ entry, steps }) => (entry === undefined ? null : <HoldPanel hold={entry} {...steps} />)}
    />
  );
}

function holdColumns(): readonly GridColumn<Hold>[] {
  const { holdColumns: columns } = administration.governance;
  return [
    {
      id: 'name',
      label: columns.name,
      cell: ({ policy_name: name = '' }, _isActive, line) => (
        <NameCell mark={<RowIcon icon={Scale} />} name={name} detail={line} />
      ),
    },
    {
      id: 'holds',
      label: columns.holds,
      width: 208,
      isKept: true,
      cell: (hold) => <Held hold={hold} />,
      inLine: heldLine,
    },
    {
      id: 'status',
      label: columns.status,
      width: 152,
      cell: ({ status = '' }) => <HoldState status={status} />,
      inLine: ({ status = '' }) => stateOf(status),
    },
    { id: 'by', label: columns.by, width: 176, cell: ({ created_by: by }) => <Person person={by} /> },
    { id: 'created', label: columns.created, width: 132, cell: ({ created_at: at }) => <Moment at={at} /> },
  ];
}

/** The assignments of the hold. An active hold without any holds nothing, which is most likely a mistake. */
function Held({ hold }: { hold: Hold }): ReactNode {
  if (isEmptyInForce(hold)) {
    return (
      <Pill tone="warn" icon={TriangleAlert}>
        {administration.governance.holdsNothing}
      </Pill>
    );
  }
  const held = heldBy(hold);
  return held === '' ? '–' : <CellText isQuiet>{held}</CellText>;
}

const heldLine = (hold: Hold): ReactNode =>
  isEmptyInForce(hold) ? (
    <span className={stateColours.warn}>{administration.governance.holdsNothing}</span>
  ) : (
    heldBy(hold)
  );

const isEmptyInForce = (hold: Hold): boolean =>
  hold.assignment_counts !== undefined && hold.status === 'active' && heldBy(hold) === '';

function heldBy({ assignment_counts: counts }: Hold): string {
  const { heldCounts } = administration.governance;
  return Object.entries(counts ?? {})
    .filter(([, count]) => count > 0)
    .map(([type, count]) => heldCounts[type as keyof typeof heldCounts](count))
    .join(', ');
}
