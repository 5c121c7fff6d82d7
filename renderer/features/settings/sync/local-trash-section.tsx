import type { ReactNode } from 'react';
import type { TrashPolicy } from '../../../../preload/ipc/shapes/attention.ts';
import { Select, type SelectOption } from '../../../components/controls/select.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { QueryBoundary } from '../../../parts/query-boundary.tsx';
import { useTrashLimits } from '../../../parts/trash/use-trash-limits.tsx';
import { useAnswer } from '../../../state/bridge/actions.ts';
import { texts } from '../../../texts/texts.ts';

const GIGA = 1_000_000_000;
const NEVER = 'never';

/** Retention time and size limit of the local trash. */
export function LocalTrashSection(): ReactNode {
  const policy = useAnswer('trash.local.policy', {});
  return (
    <Section title={texts.settings.trash}>
      <Card className="grid gap-4 p-4">
        <p className="text-dim">{texts.settings.trashDetail}</p>
        <QueryBoundary answer={policy} skeleton="h-16">
          {(known) => <Policy known={known} />}
        </QueryBoundary>
      </Card>
    </Section>
  );
}

function Policy({ known }: { known: TrashPolicy }): ReactNode {
  const { change, error, swept, question } = useTrashLimits(known);
  const { keepDays, keepBytes } = known;
  const days = optionsOf(texts.settings.keepDaysOptions, keepDays, texts.settings.keepDaysOther(keepDays ?? 0));
  const size = keepBytes === null ? null : keepBytes / GIGA;
  const sizes = optionsOf(texts.settings.keepBytesOptions, size, texts.settings.keepBytesOther(keepBytes ?? 0));
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-4">
        <Select
          label={texts.settings.keepDays}
          options={days}
          value={String(keepDays ?? NEVER)}
          onChange={(id) => change('keepDays', id === NEVER ? null : Number(id))}
        />
        <Select
          label={texts.settings.keepBytes}
          options={sizes}
          value={String(size ?? NEVER)}
          onChange={(id) => change('keepBytes', id === NEVER ? null : Number(id) * GIGA)}
        />
      </div>
      <ErrorMessage error={error} />
      <p aria-live="polite" className="text-dim empty:hidden">
        {swept > 0 ? texts.settings.swept(swept) : ''}
      </p>
      {question}
    </div>
  );
}

/** The usual options, plus a value that was set elsewhere. */
function optionsOf(
  usual: Readonly<Record<string, string>>,
  current: number | null,
  currentLabel: string,
): readonly SelectOption<string>[] {
  const options = Object.entries(usual).map(([id, label]) => ({ id, label }));
  const id = String(current ?? NEVER);
  return options.some((option) => option.id === id) ? options : [{ id, label: currentLabel }, ...options];
}
