import { type ReactNode, useState } from 'react';
import type { JournalPolicy } from '../../../../preload/ipc/shapes/attention.ts';
import { Select } from '../../../components/controls/select.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { limitOptions } from '../../../parts/limit-options.ts';
import { QueryBoundary } from '../../../parts/query-boundary.tsx';
import { useAction, useAnswer } from '../../../state/bridge/actions.ts';
import { texts } from '../../../texts/texts.ts';

const DAYS = [30, 90, 365, 1_825];
const ENTRIES = [10_000, 50_000, 200_000, 1_000_000];

/** How long Activity is kept, and how much of it. */
export function JournalSection(): ReactNode {
  const policy = useAnswer('journal.policy', {});
  return (
    <Section title={texts.settings.journal}>
      <Card className="grid gap-4 p-4">
        <p className="text-dim text-small">{texts.settings.journalDetail}</p>
        <QueryBoundary answer={policy} skeleton="h-16">
          {(known) => <Policy known={known} />}
        </QueryBoundary>
      </Card>
    </Section>
  );
}

function Policy({ known }: { known: JournalPolicy }): ReactNode {
  const [swept, setSwept] = useState(0);
  const [asked, ask] = useState<Partial<JournalPolicy> | null>(null);
  const set = useAction('journal.setPolicy', (answer) => setSwept(answer.swept));
  const change = (limit: keyof JournalPolicy, value: number): void => {
    // Less deletes entries, which can then no longer be undone.
    if (value < known[limit]) ask({ [limit]: value });
    else set.mutate({ [limit]: value });
  };
  const { journalDays, journalEntries, journalDayCount, journalEntryCount, journalSwept } = texts.settings;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-4">
        <Select
          label={journalDays}
          options={limitOptions(DAYS, known.keepDays, journalDayCount)}
          value={String(known.keepDays)}
          onChange={(id) => change('keepDays', Number(id))}
        />
        <Select
          label={journalEntries}
          options={limitOptions(ENTRIES, known.keepEntries, journalEntryCount)}
          value={String(known.keepEntries)}
          onChange={(id) => change('keepEntries', Number(id))}
        />
      </div>
      <ErrorMessage error={asked === null ? set.error : null} />
      <p aria-live="polite" className="text-dim empty:hidden">
        {swept > 0 ? journalSwept(swept) : ''}
      </p>
      {asked !== null && (
        <ConfirmDialog
          title={texts.settings.journalLess}
          detail={texts.settings.journalLessDetail}
          action={texts.trash.purgeAction}
          isDanger
          acting={set}
          onConfirm={() => set.mutate(asked, { onSuccess: () => ask(null) })}
          onClose={() => ask(null)}
        />
      )}
    </div>
  );
}
