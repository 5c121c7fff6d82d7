import { Fragment, type ReactNode } from 'react';
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components';

type Choosing<Id extends string> = {
  readonly label: string;
  readonly value: Id;
  readonly onChange: (id: Id) => void;
};

/** One of a few, all in sight. Named for screen readers: a heading stands above it. */
export function RadioChoice<Id extends string>({
  options,
  ...choosing
}: Choosing<Id> & {
  options: readonly {
    readonly id: Id;
    readonly label: string;
    /** More fields, shown below the choice while it is chosen. */
    readonly content?: ReactNode;
  }[];
}): ReactNode {
  return (
    <RadioOptions {...choosing} options={options} className="grid gap-2">
      {options.map((option) => (
        <Fragment key={option.id}>
          <RadioField value={option.id}>
            <RadioButton className="group flex min-h-7 cursor-default items-center gap-3 max-sm:min-h-10">
              <RadioMark />
              {option.label}
            </RadioButton>
          </RadioField>
          {option.content !== undefined && option.id === choosing.value && <div className="ms-7">{option.content}</div>}
        </Fragment>
      ))}
    </RadioOptions>
  );
}

/** The group around choices of any look. */
export function RadioOptions<Id extends string>({
  label,
  options,
  value,
  onChange,
  isBusy = false,
  className,
  children,
}: Choosing<Id> & {
  options: readonly { readonly id: Id }[];
  /** It stays as it is until an answer comes, and keeps the focus. */
  isBusy?: boolean;
  className: string;
  children: ReactNode;
}): ReactNode {
  const choose = (chosen: string): void => {
    const option = options.find(({ id }) => id === chosen);
    if (option !== undefined) onChange(option.id);
  };
  return (
    <RadioGroup aria-label={label} value={value} isReadOnly={isBusy} onChange={choose} className={className}>
      {children}
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
