import { Archive, SearchX } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { SearchBox } from '../../../components/controls/search-box.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { Person } from '../../../parts/people/person.tsx';
import { PersonField } from '../../../parts/person-field.tsx';
import { CellText, type GridColumn } from '../../../parts/rows/data-grid.tsx';
import { ListPage } from '../../../parts/rows/list-page.tsx';
import { NameCell, RowIcon } from '../../../parts/rows/name-cell.tsx';
import { useDebounced } from '../../../state/hooks/use-debounced.ts';
import { useEntryChoice, useEntryWord } from '../../../state/hooks/use-entry-state.ts';
import { byMarker } from '../../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../../state/service/service.ts';
import { useList } from '../../../state/service/use-list.ts';
import { administration } from '../../../texts/administration.ts';
import { texts } from '../../../texts/texts.ts';
import { NewPolicyButton } from './new-policy-button.tsx';
import { keptFor, type Policy } from './policy.ts';
import { policyActs } from './policy-acts.ts';
import { PolicyPanel } from './policy-panel.tsx';
import { PolicyState, stateOf } from './policy-state.tsx';

const PAGE_SIZE = 200;
const kinds = ['all', 'finite', 'indefinite'] as const;
type Kind = (typeof kinds)[number];

/** The enterprise's retention policies, filtered by name, kind and creator. */
export function PolicyList(): ReactNode {
  const [word, setWord] = useEntryWord('policies.word');
  const [kind, setKind] = useEntryChoice('policies.kind', kinds, 'all');
  const [makerId, setMakerId] = useState<string | null>(null);
  const columns = useMemo(() => policyColumns(), []);
  const { listing, isFiltered } = usePolicies(useDebounced(word.trim()), kind, makerId);
  const words = administration.governance;
  return (
    <ListPage
      label={words.tabs.retention}
      listing={listing}
      columns={columns}
      useActs={policyActs}
      nameOf={({ policy_name: name = '' }) => name}
      empty={
        isFiltered
          ? { icon: SearchX, tone: 'mute', title: texts.manage.noMatch, detail: texts.manage.noMatchDetail }
          : { icon: Archive, title: words.noPolicies, detail: words.noPoliciesDetail }
      }
      actions={(steps) => <NewPolicyButton {...steps} />}
      filters={
        <>
          <SearchBox label={words.find} value={word} onChange={setWord} />
          <Select
            isInline
            label={words.type}
            options={(['all', 'finite', 'indefinite'] as const).map((id) => ({ id, label: words.policyTypes[id] }))}
            value={kind}
            onChange={setKind}
          />
          <PersonField isFilter name="created_by_user_id" label={words.madeBy} onChoose={setMakerId} />
        </>
      }
      panel={({ entry, steps }) => (entry === undefined ? null : <PolicyPanel policy={entry} {...steps} />)}
    />
  );
}

/** Names are case-sensitive, as on the service. */
function usePolicies(policy_name: string, kind: Kind, makerId: string | null) {
  const filter = {
    ...(policy_name === '' ? {} : { policy_name }),
    ...(kind === 'all' ? {} : { policy_type: kind }),
    ...(makerId === null ? {} : { created_by_user_id: makerId }),
  };
  const listing = useList<Policy>({
    key: [SERVICE, 'listRetentionPolicies', filter],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listRetentionPolicies', { query: { ...filter, limit: PAGE_SIZE, ...marker } }),
    ),
    keepsPrevious: true,
  });
  return { listing, isFiltered: Object.keys(filter).length > 0 };
}

function policyColumns(): readonly GridColumn<Policy>[] {
  const { policyColumns: columns, actions } = administration.governance;
  const actionNames: Readonly<Record<string, string>> = actions;
  return [
    {
      id: 'name',
      label: columns.name,
      cell: ({ policy_name: name = '' }, _isActive, line) => (
        <NameCell mark={<RowIcon icon={Archive} />} name={name} detail={line} />
      ),
    },
    {
      id: 'length',
      label: columns.length,
      width: 144,
      cell: ({ retention_length: length }) => keptFor(length),
      inLine: ({ retention_length: length }) => keptFor(length),
    },
    {
      id: 'action',
      label: columns.action,
      width: 184,
      cell: ({ disposition_action: action = '' }) => <CellText isQuiet>{actionNames[action] ?? action}</CellText>,
    },
    {
      id: 'status',
      label: columns.status,
      width: 120,
      isKept: true,
      cell: ({ status = '' }) => <PolicyState status={status} />,
      inLine: ({ status = '' }) => stateOf(status),
    },
    { id: 'by', label: columns.by, width: 176, cell: ({ created_by: by }) => <Person person={by} /> },
  ];
}
