import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField } from 'react-aria-components';

/** A checkbox with its label, and `help` below. */
export function Checkbox({
  label,
  help,
  isOn,
  onChange,
  isBusy = false,
}: {
  label: string;
  help?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** It stays as it is until an answer comes, and keeps the focus. */
  isBusy?: boolean;
}): ReactNode {
  return (
    <CheckboxField isSelected={isOn} onChange={onChange} isReadOnly={isBusy}>
      <CheckboxButton className="group flex min-h-6 items-start gap-2.5 data-disabled:text-dim">
        <span
          aria-hidden
          className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-tick border border-edge bg-field group-data-selected:border-accent group-data-selected:bg-accent group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent"
        >
          <Check className="invisible size-3.5 text-on-accent group-data-selected:visible" strokeWidth={3} />
        </span>
        <span className="grid gap-0.5">
          <span>{label}</span>
          {help !== undefined && <span className="text-dim text-small">{help}</span>}
        </span>
      </CheckboxButton>
    </CheckboxField>
  );
}
