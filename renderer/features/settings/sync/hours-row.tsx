import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Checkbox } from '../../../components/controls/choices/checkbox.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FactLine } from '../../../components/layout/fact-line.tsx';
import { texts } from '../../../texts/texts.ts';
import { bytesOf, type HoursForm } from './bandwidth-form.ts';
import { daysLine } from './days-line.ts';
import { LimitFields } from './limit-fields.tsx';

type HoursProps = {
  readonly name: string;
  readonly hours: HoursForm;
  readonly onChange: (hours: HoursForm) => void;
};

/** A range of hours with its own limit: a line, and its fields below it on demand. */
export function HoursRow({
  isNew,
  onRemove,
  ...props
}: HoursProps & {
  /** Just added: its fields are open. */
  isNew: boolean;
  onRemove: () => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(isNew);
  const { settings } = texts;
  const { ways, weekdays, from, to, limit } = props.hours;
  const bytes = bytesOf(limit);
  return (
    <fieldset aria-label={props.name} className="grid min-w-0 gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-[1_1_12rem]">
          <p>{daysLine(weekdays)}</p>
          <FactLine
            facts={[
              settings.hoursFrom(from, to),
              settings.limitedWays[ways],
              bytes === undefined ? null : bytes === null ? settings.noLimit : settings.current(bytes),
            ]}
          />
        </div>
        <div className="flex items-center gap-1">
          <Button size="row" kind="ghost" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {settings.changeHours}
          </Button>
          <Button size="row" kind="ghost" icon aria-label={settings.removeHours} onPress={onRemove}>
            <X aria-hidden className="size-4" />
          </Button>
        </div>
      </div>
      {isOpen && <HoursFields {...props} />}
    </fieldset>
  );
}

function HoursFields({ name, hours, onChange }: HoursProps): ReactNode {
  const { settings } = texts;
  const { ways, weekdays, from, to, limit } = hours;
  const choose = (day: number, isChosen: boolean): void =>
    onChange({ ...hours, weekdays: isChosen ? [...weekdays, day] : weekdays.filter((other) => other !== day) });
  return (
    <>
      <div className="flex flex-wrap gap-x-4">
        {settings.days.map((label, day) => (
          <Checkbox
            key={label}
            label={label}
            isOn={weekdays.includes(day)}
            onChange={(isChosen) => choose(day, isChosen)}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Field type="time" label={settings.from} value={from} onChange={(next) => onChange({ ...hours, from: next })} />
        <Field type="time" label={settings.to} value={to} onChange={(next) => onChange({ ...hours, to: next })} />
        <Select
          label={settings.limitedWay}
          options={(['both', 'up', 'down'] as const).map((id) => ({ id, label: settings.limitedWays[id] }))}
          value={ways}
          onChange={(next) => onChange({ ...hours, ways: next })}
        />
        <LimitFields name={name} limit={limit} onChange={(next) => onChange({ ...hours, limit: next })} />
      </div>
    </>
  );
}
