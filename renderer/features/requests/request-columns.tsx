import { CircleCheck, CircleSlash, FileInput } from 'lucide-react';
import type { ReactNode } from 'react';
import { Pill, QuietState } from '../../components/feedback/pill.tsx';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { Moment } from '../../parts/moment.tsx';
import { CellText, type GridColumn } from '../../parts/rows/data-grid.tsx';
import { NameCell, RowIcon } from '../../parts/rows/name-cell.tsx';
import { texts } from '../../texts/texts.ts';
import type { FileRequest } from './shown-requests.ts';

/** The columns of the file request list. */
export function requestColumns(): readonly GridColumn<FileRequest>[] {
  const { columns } = texts.requests;
  return [
    {
      id: 'title',
      label: columns.title,
      cell: ({ title = '' }, _isActive, line) => (
        <NameCell mark={<RowIcon icon={FileInput} />} name={title} detail={line} />
      ),
    },
    {
      id: 'folder',
      label: columns.folder,
      cell: ({ folder }) => (
        <>
          <FileIcon type="folder" size={20} />
          <CellText isQuiet>{folder.name}</CellText>
        </>
      ),
      inLine: ({ folder }) => folder.name,
    },
    {
      id: 'status',
      label: columns.status,
      width: 136,
      isKept: true,
      cell: ({ status = 'active' }) => <RequestState status={status} />,
      inLine: ({ status = 'active' }) => texts.requests.states[status],
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
    { id: 'updated', label: columns.updated, width: 132, cell: ({ updated_at: at }) => <Moment at={at} /> },
  ];
}

function RequestState({ status }: { status: 'active' | 'inactive' }): ReactNode {
  return status === 'active' ? (
    <QuietState tone="ok" icon={CircleCheck}>
      {texts.requests.states.active}
    </QuietState>
  ) : (
    <Pill tone="mute" icon={CircleSlash}>
      {texts.requests.states.inactive}
    </Pill>
  );
}
