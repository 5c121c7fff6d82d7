import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Bandwidth } from '../../../../preload/ipc/shapes/bandwidth.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { QueryBoundary } from '../../../parts/query-boundary.tsx';
import { useAction, useAnswer } from '../../../state/bridge/actions.ts';
import { useAutosave } from '../../../state/hooks/use-autosave.ts';
import { texts } from '../../../texts/texts.ts';
import { SaveState } from '../save-state.tsx';
import { type BandwidthForm, formOf, newHours, planOf, type WayForm } from './bandwidth-form.ts';
import { HoursRow, LimitFields } from './hours-row.tsx';

/** Speed limits per direction, and different ones at certain hours. */
export function BandwidthSection(): ReactNode {
  const plan = useAnswer('bandwidth.get', {});
  return (
    <Section title={texts.settings.bandwidth}>
      <Card className="grid gap-4 p-4">
        <p className="text-dim">{texts.settings.bandwidthDetail}</p>
        <QueryBoundary answer={plan} skeleton="h-32">
          {(known) => <Plan known={known} />}
        </QueryBoundary>
      </Card>
    </Section>
  );
}

function Plan({ known }: { known: Bandwidth }): ReactNode {
  const [form, setForm] = useState<BandwidthForm>(() => formOf(known));
  const set = useAction('bandwidth.set');
  const plan = planOf(form);
  // Convert through the form, so that both have the same representation.
  const saved = planOf(formOf(known)) ?? known;
  useAutosave(plan, saved, (next) => set.mutate(next));
  return (
    <div className="grid gap-4">
      <div className="grid gap-6 md:grid-cols-2">
        {(['up', 'down'] as const).map((way) => (
          <Way key={way} way={way} form={form[way]} onChange={(next) => setForm({ ...form, [way]: next })} />
        ))}
      </div>
      {plan === null && <p className="text-bad text-small">{texts.settings.bandwidthWrong}</p>}
      <SaveState section={texts.settings.bandwidth} saving={set} />
    </div>
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
    <section aria-label={name} className="grid content-start gap-3">
      <h3 className="font-semibold">{name}</h3>
      <LimitFields name={name} limit={limit} onChange={(next) => onChange({ ...form, limit: next })} />
      {hours.map((one, index) => (
        <HoursRow
          key={one.key}
          name={texts.settings.hoursOf(name, index + 1)}
          hours={one}
          onChange={(next) => onChange({ ...form, hours: hours.with(index, next) })}
          onRemove={() => onChange({ ...form, hours: hours.toSpliced(index, 1) })}
        />
      ))}
      <Button kind="ghost" className="w-fit" onPress={() => onChange({ ...form, hours: [...hours, newHours(hours)] })}>
        <Plus aria-hidden className="size-4" />
        {texts.settings.addHours}
      </Button>
    </section>
  );
}
