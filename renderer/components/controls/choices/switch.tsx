import type { ReactNode } from 'react';
import { SwitchButton, SwitchField } from 'react-aria-components';

/** Turns one thing on and off. The visible label stands beside it, so its own name is for screen readers. */
export function Switch({
  label,
  isOn,
  onChange,
  isBusy = false,
}: {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** It stays as it is until an answer comes, and keeps the focus. */
  isBusy?: boolean;
}): ReactNode {
  return (
    <SwitchField aria-label={label} isSelected={isOn} onChange={onChange} isReadOnly={isBusy}>
      <SwitchButton className="group flex min-h-6 items-center data-disabled:opacity-60">
        <span
          aria-hidden
          className="flex h-5 w-9 items-center rounded-full border border-edge bg-field p-0.5 transition-colors duration-120 group-data-focus-visible:outline-2 group-data-focus-visible:outline-accent group-data-focus-visible:outline-offset-2 group-data-selected:border-accent group-data-selected:bg-accent"
        >
          <span className="size-3.5 rounded-full bg-edge transition-transform duration-120 group-data-selected:translate-x-4 group-data-selected:bg-on-accent rtl:group-data-selected:-translate-x-4" />
        </span>
      </SwitchButton>
    </SwitchField>
  );
}
