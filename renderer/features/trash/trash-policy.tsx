import type { ReactNode } from 'react';
import type { TrashPolicy } from '../../../preload/ipc/shapes/attention.ts';
import { Select } from '../../components/controls/select.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { Skeleton } from '../../components/feedback/page-state.tsx';
import { useTrashLimits } from '../../parts/trash/use-trash-limits.tsx';
import { useAnswer } from '../../state/bridge/actions.ts';
import { formatBytes } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

const DAYS = [7, 30, 90, 365];
const BYTES = [1e9, 10e9, 50e9, 100e9];
const FOREVER = 'forever';

/** How long, and how much, the local trash keeps. */
export function TrashPolicyForm(): ReactNode {
  const policy = useAnswer('trash.local.policy', {});
  if (policy.data === undefined) {
    return policy.error === null ? <Skeleton className="h-24" /> : <ErrorMessage error={policy.error} />;
  }
  return <Policy known={policy.data} />;
}

function Policy({ known }: { known: TrashPolicy }): ReactNode {
  const { change, error, swept, question } = useTrashLimits(known);
  const { keepDays, keepBytes } = known;
  return (
    <section aria-label={texts.trash.kept} className="grid gap-2">
      <div className="flex flex-wrap gap-3">
        <Select
          label={texts.trash.kept}
          options={optionsOf(DAYS, keepDays, texts.trash.keptDay, texts.trash.keptForever)}
          value={String(keepDays ?? FOREVER)}
          onChange={(id) => change('keepDays', id === FOREVER ? null : Number(id))}
        />
        <Select
          label={texts.trash.keptBytes}
          options={optionsOf(BYTES, keepBytes, formatBytes, texts.trash.keptAll)}
          value={String(keepBytes ?? FOREVER)}
          onChange={(id) => change('keepBytes', id === FOREVER ? null : Number(id))}
        />
      </div>
      <p className="text-dim text-small">{texts.trash.keptDetail}</p>
      <output className="contents">{swept > 0 && <p>{texts.trash.purged(swept)}</p>}</output>
      <ErrorMessage error={error} />
      {question}
    </section>
  );
}

/** Includes a value set elsewhere, so that viewing the form does not change it. */
function optionsOf(usual: readonly number[], current: number | null, name: (value: number) => string, endless: string) {
  const values = [...new Set([...usual, ...(current === null ? [] : [current])])].sort((one, other) => one - other);
  return [...values.map((value) => ({ id: String(value), label: name(value) })), { id: FOREVER, label: endless }];
}
