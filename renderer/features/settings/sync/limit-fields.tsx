import type { ReactNode } from 'react';
import { Select } from '../../../components/controls/select.tsx';
import { TextBox } from '../../../components/controls/text-box.tsx';
import { texts } from '../../../texts/texts.ts';
import type { LimitForm } from './bandwidth-form.ts';

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
