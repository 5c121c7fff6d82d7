import { ChevronDown, Search, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Autocomplete, Button, Input, Menu, MenuItem, MenuTrigger, Popover, SearchField } from 'react-aria-components';
import { texts } from '../../texts/texts.ts';

type Option<Id> = { readonly id: Id; readonly label: string; readonly detail?: string };

type ChipProps<Id> = {
  readonly label: string;
  /** A function: counted only when they are shown. */
  readonly options: readonly Option<Id>[] | (() => readonly Option<Id>[]);
  /** Null: no filter. */
  readonly value: Id | null;
  readonly onChange: (id: Id | null) => void;
};

/** A filter chip that opens its choices. A selected one reads "Type: PDF", and a click removes it. */
export function Chip<Id extends string>(props: ChipProps<Id>): ReactNode {
  const { label, options, value, onChange } = props;
  const chosen = value === null ? undefined : listed(options).find(({ id }) => id === value);
  if (chosen !== undefined) return <ChosenChip words={`${label}: ${chosen.label}`} onRemove={() => onChange(null)} />;
  return (
    <ChipMenu label={label}>
      <Options {...props} />
    </ChipMenu>
  );
}

const listed = <Id,>(options: ChipProps<Id>['options']): readonly Option<Id>[] =>
  typeof options === 'function' ? options() : options;

/** A filter chip with too many choices to list: typing finds them. */
export function SearchChip({
  chosen,
  word,
  onWord,
  placeholder,
  nothing,
  ...props
}: Omit<ChipProps<string>, 'value'> & {
  readonly chosen: Option<string> | null;
  readonly word: string;
  readonly onWord: (word: string) => void;
  readonly placeholder: string;
  /** Shown without options. */
  readonly nothing: string;
}): ReactNode {
  const { label, onChange } = props;
  if (chosen !== null) return <ChosenChip words={`${label}: ${chosen.label}`} onRemove={() => onChange(null)} />;
  return (
    <ChipMenu label={label}>
      <Autocomplete inputValue={word} onInputChange={onWord}>
        <SearchField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the chip was opened to type
          autoFocus
          aria-label={placeholder}
          className="mb-1 flex min-h-8 items-center gap-2 border-line border-b px-2"
        >
          <Search aria-hidden className="size-3.5 shrink-0 text-dim" strokeWidth={2} />
          <Input
            placeholder={placeholder}
            className="min-w-0 flex-1 bg-transparent text-dense text-text outline-none placeholder:text-dim focus-visible:outline-none [&::-webkit-search-cancel-button]:hidden"
          />
        </SearchField>
        <Options {...props} nothing={nothing} />
      </Autocomplete>
    </ChipMenu>
  );
}

const shape =
  'inline-flex min-h-8 shrink-0 cursor-default items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 text-dense';

const ChosenChip = ({ words, onRemove }: { words: string; onRemove: () => void }): ReactNode => (
  <Button
    aria-label={texts.palette.removeFilter(words)}
    onPress={onRemove}
    className={`${shape} border-accent bg-accent-bg text-accent`}
  >
    <span className="max-w-40 truncate">{words}</span>
    <X aria-hidden className="size-3.5" strokeWidth={2} />
  </Button>
);

/** Results that arrive behind an open chip take the virtual focus of their list, which does not close the chip. Its underlay takes every click. */
const isNoResult = (element: Element): boolean => element.closest('[role=menu]') === null;

const ChipMenu = ({ label, children }: { label: string; children: ReactNode }): ReactNode => (
  <MenuTrigger>
    <Button className={`${shape} border-edge bg-field hover:bg-hover`}>
      {label}
      <ChevronDown aria-hidden className="size-3.5" strokeWidth={2} />
    </Button>
    <Popover
      aria-label={label}
      shouldCloseOnInteractOutside={isNoResult}
      className="w-max min-w-44 max-w-72 rounded-card bg-over p-1 shadow-float outline-none [--field:var(--over)]"
    >
      {children}
    </Popover>
  </MenuTrigger>
);

function Options<Id extends string>({
  label,
  onChange,
  nothing,
  ...props
}: Omit<ChipProps<Id>, 'value'> & { readonly nothing?: string }): ReactNode {
  const options = listed(props.options);
  return (
    <Menu
      aria-label={label}
      items={options}
      onAction={(key) => onChange(options.find(({ id }) => id === key)?.id ?? null)}
      className="max-h-72 overflow-auto outline-none"
      renderEmptyState={() => <p className="px-2 py-3 text-dense text-dim">{nothing}</p>}
    >
      {(option) => (
        <MenuItem
          textValue={option.label}
          className="flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 text-dense outline-none data-focused:bg-accent-bg"
        >
          <span dir="auto" className="truncate">
            {option.label}
          </span>
          {option.detail !== undefined && <span className="min-w-0 truncate text-dim text-small">{option.detail}</span>}
        </MenuItem>
      )}
    </Menu>
  );
}
