import type { ReactNode } from 'react';
import type { TrashPolicy } from '../../../preload/ipc/shapes/attention.ts';
import { Select } from '../../components/controls/select.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { useAnswer } from '../../state/bridge/actions.ts';
import { formatBytes } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { limitId, limitOf, limitOptions } from '../limit-options.ts';
import { QueryBoundary } from '../query-boundary.tsx';
import { useTrashLimits } from './use-trash-limits.tsx';

const DAYS = [7, 30, 90, 365];
const BYTES = [1e9, 10e9, 50e9, 100e9];

/** How long, and how much, the local trash keeps. */
export function TrashLimits(): ReactNode {
  return (
    <QueryBoundary answer={useAnswer('trash.local.policy', {})} skeleton="h-16">
      {(known) => <Limits known={known} />}
    </QueryBoundary>
  );
}

function Limits({ known }: { known: TrashPolicy }): ReactNode {
  const { change, error, swept, question } = useTrashLimits(known);
  const { keepDays, keepBytes } = known;
  const words = texts.trash;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-4">
        <Select
          label={words.kept}
          options={limitOptions(DAYS, keepDays, words.keptDay, words.keptAll)}
          value={limitId(keepDays)}
          onChange={(id) => change('keepDays', limitOf(id))}
        />
        <Select
          label={words.keptBytes}
          options={limitOptions(BYTES, keepBytes, formatBytes, words.keptAll)}
          value={limitId(keepBytes)}
          onChange={(id) => change('keepBytes', limitOf(id))}
        />
      </div>
      <ErrorMessage error={error} />
      <p aria-live="polite" className="text-dim empty:hidden">
        {swept > 0 ? words.swept(swept) : ''}
      </p>
      {question}
    </div>
  );
}
