import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Checkbox } from '../../../components/controls/choices/checkbox.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { TextBox } from '../../../components/controls/text-box.tsx';
import { texts } from '../../../texts/texts.ts';
import type { HoursForm, LimitForm } from './bandwidth-form.ts';

/** A range of hours with its own limit. */
export function HoursRow({
  name,
  hours,
  onChange,
  onRemove,
}: {
  name: string;
  hours: HoursForm;
  onChange: (hours: HoursForm) => void;
  onRemove: () => void;
}): ReactNode {
  const { weekdays, from, to, limit } = hours;
  const choose = (day: number, isChosen: boolean): void =>
    onChange({ ...hours, weekdays: isChosen ? [...weekdays, day] : weekdays.filter((other) => other !== day) });
  return (
    <fieldset className="grid gap-3 rounded-control border border-line p-3">
      <legend className="px-1 text-dim text-small">{name}</legend>
      <div className="flex flex-wrap gap-x-4">
        {texts.settings.days.map((label, day) => (
          <Checkbox
            key={label}
            label={label}
            isOn={weekdays.includes(day)}
            onChange={(isChosen) => choose(day, isChosen)}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <TextBox
          type="time"
          label={texts.settings.from}
          value={from}
          onChange={(next) => onChange({ ...hours, from: next })}
        />
        <TextBox
          type="time"
          label={texts.settings.to}
          value={to}
          onChange={(next) => onChange({ ...hours, to: next })}
        />
      </div>
      <LimitFields name={name} limit={limit} onChange={(next) => onChange({ ...hours, limit: next })} />
      <Button kind="ghost" className="w-fit" onPress={onRemove}>
        <X aria-hidden className="size-4" />
        {texts.settings.removeHours}
      </Button>
    </fieldset>
  );
}

/** Unlimited, or a limit in kB per second. */
export function LimitFields({
  name,
  limit,
  onChange,
}: {
  name: string;
  limit: LimitForm;
  onChange: (limit: LimitForm) => void;
}): ReactNode {
  const { isLimited, speed } = limit;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        isLabelHidden
        label={texts.settings.limitOf(name)}
        options={[
          { id: 'none', label: texts.settings.noLimit },
          { id: 'limited', label: texts.settings.limited },
        ]}
        value={isLimited ? 'limited' : 'none'}
        onChange={(id) => onChange({ ...limit, isLimited: id === 'limited' })}
      />
      {isLimited && (
        <div className="flex w-36 items-center gap-2 [&_input]:w-full">
          <TextBox
            isLabelHidden
            label={texts.settings.speed(name)}
            value={speed}
            onChange={(next) => onChange({ ...limit, speed: next })}
          />
          <span aria-hidden className="shrink-0 text-dim">
            {texts.settings.speedUnit}
          </span>
        </div>
      )}
    </div>
  );
}
