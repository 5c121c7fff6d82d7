import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Bandwidth } from '../../../../preload/ipc/shapes/bandwidth.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { QueryBoundary } from '../../../parts/query-boundary.tsx';
import { useAction, useAnswer } from '../../../state/bridge/actions.ts';
import { useAutosave } from '../../../state/hooks/use-autosave.ts';
import { texts } from '../../../texts/texts.ts';
import { SavedMark } from '../saved-mark.tsx';
import { type BandwidthForm, formOf, newHours, planOf, type WayForm } from './bandwidth-form.ts';
import { HoursRow, LimitFields } from './hours-row.tsx';

/** Speed limits per direction, and different ones at certain hours. */
export function BandwidthSection(): ReactNode {
  const plan = useAnswer('bandwidth.get', {});
  const set = useAction('bandwidth.set');
  return (
    <Section
      title={texts.settings.bandwidth}
      aside={<SavedMark section={texts.settings.bandwidth} isSaved={set.isSuccess} />}
    >
      <Card className="divide-y divide-line">
        <QueryBoundary answer={plan} skeleton="h-32">
          {(known) => <Plan known={known} onSave={(next) => set.mutate(next)} />}
        </QueryBoundary>
        <p className="px-4 py-3 text-dim text-small">{texts.settings.bandwidthDetail}</p>
      </Card>
      <ErrorMessage error={set.error} />
    </Section>
  );
}

function Plan({ known, onSave }: { known: Bandwidth; onSave: (plan: Bandwidth) => void }): ReactNode {
  const [form, setForm] = useState<BandwidthForm>(() => formOf(known));
  const plan = planOf(form);
  // Convert through the form, so that both have the same representation.
  const saved = planOf(formOf(known)) ?? known;
  useAutosave(plan, saved, onSave);
  return (
    <>
      {(['up', 'down'] as const).map((way) => (
        <Way key={way} way={way} form={form[way]} onChange={(next) => setForm({ ...form, [way]: next })} />
      ))}
      {plan === null && <p className="px-4 py-3 text-bad text-small">{texts.settings.bandwidthWrong}</p>}
    </>
  );
}

function Way({
  way,
  form,
  onChange,
}: {
  way: 'up' | 'down';
  form: WayForm;
  onChange: (form: WayForm) => void;
}): ReactNode {
  const name = texts.settings.ways[way];
  const { limit, hours } = form;
  return (
    <section aria-label={name} className="grid gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3>{name}</h3>
        <div className="flex flex-wrap items-center gap-2">
          <Button kind="ghost" onPress={() => onChange({ ...form, hours: [...hours, newHours(hours)] })}>
            <Plus aria-hidden className="size-4" />
            {texts.settings.addHours}
          </Button>
          <LimitFields name={name} limit={limit} onChange={(next) => onChange({ ...form, limit: next })} />
        </div>
      </div>
      {hours.map((one, index) => (
        <HoursRow
          key={one.key}
          name={texts.settings.hoursOf(name, index + 1)}
          hours={one}
          onChange={(next) => onChange({ ...form, hours: hours.with(index, next) })}
          onRemove={() => onChange({ ...form, hours: hours.toSpliced(index, 1) })}
        />
      ))}
    </section>
  );
}
