import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Bandwidth } from '../../../preload/ipc/bandwidth.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { Card, Section } from '../../components/layout/card.tsx';
import { QueryBoundary } from '../../parts/query-boundary.tsx';
import { useAction, useAnswer } from '../../state/bridge/actions.ts';
import { texts } from '../../texts/texts.ts';
import { type BandwidthForm, formOf, newHours, planOf, type WayForm } from './bandwidth-form.ts';
import { HoursRow, LimitFields } from './hours-row.tsx';

/** How fast files may go each way, and otherwise at certain hours. */
export function BandwidthSection(): ReactNode {
  const plan = useAnswer('bandwidth.get', {});
  return (
    <Section title={texts.settings.bandwidth}>
      <Card className="grid gap-4 p-4">
        <p className="text-dim">{texts.settings.bandwidthDetail}</p>
        <QueryBoundary answer={plan} skeleton="h-32">
          {(known) => <Plan key={JSON.stringify(known)} known={known} />}
        </QueryBoundary>
      </Card>
    </Section>
  );
}

function Plan({ known }: { known: Bandwidth }): ReactNode {
  const queries = useQueryClient();
  const [form, setForm] = useState<BandwidthForm>(() => formOf(known));
  const set = useAction('bandwidth.set');
  const plan = planOf(form);
  const isChanged = JSON.stringify(form) !== JSON.stringify(formOf(known));
  const save = (): void => {
    if (plan === null) return;
    set.mutate(plan, { onSuccess: () => void queries.invalidateQueries({ queryKey: ['bandwidth.get'] }) });
  };
  return (
    <div className="grid gap-4">
      <div className="grid gap-6 md:grid-cols-2">
        {(['up', 'down'] as const).map((way) => (
          <Way key={way} way={way} form={form[way]} onChange={(next) => setForm({ ...form, [way]: next })} />
        ))}
      </div>
      <ErrorMessage error={set.error} />
      <div className="flex items-center gap-3">
        <Button kind="primary" isDisabled={!isChanged || plan === null || set.isPending} onPress={save}>
          {texts.settings.save}
        </Button>
        <Button isDisabled={!isChanged} onPress={() => setForm(formOf(known))}>
          {texts.settings.discard}
        </Button>
      </div>
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
