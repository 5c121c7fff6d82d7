import { ChevronDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { texts } from '../../texts/texts.ts';

/** A filter chip that opens its choices. A selected one reads "Type: PDF", and a click removes it. */
export function Chip<Id extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { readonly id: Id; readonly label: string }[];
  /** Null: no filter. */
  value: Id | null;
  onChange: (id: Id | null) => void;
}): ReactNode {
  const chosen = options.find(({ id }) => id === value);
  if (chosen !== undefined) {
    const words = `${label}: ${chosen.label}`;
    return (
      <Button
        aria-label={texts.palette.removeFilter(words)}
        onPress={() => onChange(null)}
        className={`${shape} border-accent bg-accent-bg text-accent`}
      >
        {words}
        <X aria-hidden className="size-3.5" strokeWidth={2} />
      </Button>
    );
  }
  return (
    <MenuTrigger>
      <Button className={`${shape} border-edge bg-field hover:bg-hover`}>
        {label}
        <ChevronDown aria-hidden className="size-3.5" strokeWidth={2} />
      </Button>
      <Popover className="min-w-44 rounded-card bg-over p-1 shadow-float">
        <Menu
          aria-label={label}
          items={options}
          onAction={(key) => onChange(options.find(({ id }) => id === key)?.id ?? null)}
          className="outline-none"
        >
          {(option) => (
            <MenuItem
              textValue={option.label}
              className="flex min-h-8 cursor-default items-center rounded-control px-2 text-dense focus:bg-accent-bg"
            >
              {option.label}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

const shape =
  'inline-flex min-h-8 shrink-0 cursor-default items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 text-dense';
