import { CircleCheck, CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import { Pill } from '../../components/feedback/pill.tsx';
import { CellText, type GridColumn } from '../../parts/data-grid.tsx';
import { Moment } from '../../parts/moment.tsx';
import { texts } from '../../texts/texts.ts';
import type { FileRequest } from './shown-requests.ts';

/** The columns of the file request list. */
export function requestColumns(): readonly GridColumn<FileRequest>[] {
  const { columns } = texts.requests;
  return [
    { id: 'title', label: columns.title, cell: ({ title = '' }) => <CellText>{title}</CellText> },
    { id: 'folder', label: columns.folder, cell: ({ folder }) => <CellText isQuiet>{folder.name}</CellText> },
    {
      id: 'status',
      label: columns.status,
      width: 136,
      isKept: true,
      cell: ({ status = 'active' }) => <RequestState status={status} />,
    },
    {
      id: 'expires',
      label: columns.expires,
      width: 120,
      cell: ({ expires_at: at }) =>
        at === null || at === undefined ? (
          <span className="text-dim">{texts.requests.neverEnds}</span>
        ) : (
          <Moment at={at} />
        ),
    },
    { id: 'updated', label: columns.updated, width: 120, cell: ({ updated_at: at }) => <Moment at={at} /> },
  ];
}

function RequestState({ status }: { status: 'active' | 'inactive' }): ReactNode {
  return status === 'active' ? (
    <Pill tone="ok" icon={CircleCheck}>
      {texts.requests.states.active}
    </Pill>
  ) : (
    <Pill tone="mute" icon={CircleSlash}>
      {texts.requests.states.inactive}
    </Pill>
  );
}
