import type { ReactNode } from 'react';
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components';

/** One of a few, all in sight. Named for screen readers: a heading stands above it. */
export function RadioChoice<Id extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { readonly id: Id; readonly label: string }[];
  value: Id;
  onChange: (id: Id) => void;
}): ReactNode {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onChange={(chosen) => {
        const option = options.find(({ id }) => id === chosen);
        if (option !== undefined) onChange(option.id);
      }}
      className="grid gap-2"
    >
      {options.map((option) => (
        <RadioField key={option.id} value={option.id}>
          <RadioButton className="group flex min-h-7 cursor-default items-center gap-3 max-sm:min-h-10">
            <RadioMark />
            {option.label}
          </RadioButton>
        </RadioField>
      ))}
    </RadioGroup>
  );
}

/** The ring of a choice inside an element of the class `group` that carries its state. */
export const RadioMark = (): ReactNode => (
  <span
    aria-hidden
    className="size-4 shrink-0 rounded-full border-[1.5px] border-edge bg-field group-data-selected:border-5 group-data-selected:border-accent group-data-focus-visible:outline-2 group-data-focus-visible:outline-accent group-data-focus-visible:outline-offset-2"
  />
);
