import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Select as AriaSelect, Button, Label, ListBox, ListBoxItem, Popover, SelectValue } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';

export type SelectOption<Id extends string> = {
  readonly id: Id;
  readonly label: string;
  /** An explanation below the label in the list. */
  readonly detail?: string;
};

/** A labelled dropdown with a few options. */
export function Select<Id extends string>({
  label,
  options,
  value,
  onChange,
  isBare = false,
  isInline = false,
  isLabelHidden = isBare,
}: {
  label: string;
  options: readonly SelectOption<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** In a row that already names it: the label is only for screen readers, and there is no border. */
  isBare?: boolean;
  /** Among the filters of a list: a chip, with its label before it. */
  isInline?: boolean;
  /** The label is only for screen readers. */
  isLabelHidden?: boolean;
}): ReactNode {
  const choose = (key: unknown): void => {
    const option = options.find(({ id }) => id === key);
    if (option !== undefined) onChange(option.id);
  };
  return (
    <AriaSelect
      value={value}
      onChange={choose}
      className={classNames('flex min-w-0', isInline ? 'items-center gap-2' : 'flex-col gap-1')}
    >
      <Label className={isLabelHidden ? 'sr-only' : 'text-dim text-small'}>{label}</Label>
      <Button
        className={classNames(
          'flex min-h-8 min-w-0 cursor-default items-center justify-between border px-2.5 text-start hover:bg-hover',
          isInline ? 'gap-1.5 rounded-full text-dense' : 'gap-2 rounded-control max-sm:min-h-10',
          isBare ? 'border-transparent text-dense' : 'border-edge bg-field',
        )}
      >
        <SelectValue className="truncate">{({ selectedText }) => selectedText}</SelectValue>
        <ChevronDown aria-hidden className={classNames('shrink-0', isInline ? 'size-3.5' : 'size-4 text-dim')} />
      </Button>
      <Popover className="min-w-(--trigger-width) rounded-card bg-over p-1 shadow-float [--field:var(--over)]">
        <ListBox items={options} className="max-h-80 overflow-auto outline-none">
          {(option) => (
            <ListBoxItem
              textValue={option.label}
              className="group/option grid min-h-8 cursor-default content-center rounded-control px-2 py-1 text-text focus:bg-accent-bg"
            >
              <span className="group-data-selected/option:font-semibold">{option.label}</span>
              {option.detail !== undefined && <span className="text-dim text-small">{option.detail}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
