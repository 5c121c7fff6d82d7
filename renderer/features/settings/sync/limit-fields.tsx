import type { ReactNode } from 'react';
import { Select } from '../../../components/controls/select.tsx';
import { Field } from '../../../components/form/field.tsx';
import { texts } from '../../../texts/texts.ts';
import type { LimitForm, SpeedUnit } from './bandwidth-form.ts';

const units: readonly { readonly id: SpeedUnit; readonly label: string }[] = [
  { id: 'kB', label: 'kB/s' },
  { id: 'MB', label: 'MB/s' },
];

/** Unlimited, or a limit with its unit. */
export function LimitFields({
  name,
  limit,
  onChange,
}: {
  name: string;
  limit: LimitForm;
  onChange: (limit: LimitForm) => void;
}): ReactNode {
  const { isLimited, speed, unit } = limit;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="w-40">
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
      </div>
      {isLimited && (
        <div className="flex items-center gap-2 [&_input]:w-20">
          <Field
            isLabelHidden
            label={texts.settings.speed(name)}
            value={speed}
            onChange={(next) => onChange({ ...limit, speed: next })}
          />
          <Select
            isLabelHidden
            label={texts.settings.speedUnit(name)}
            options={units}
            value={unit}
            onChange={(next) => onChange({ ...limit, unit: next })}
          />
        </div>
      )}
    </div>
  );
}
