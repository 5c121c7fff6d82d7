import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Key, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from './button.tsx';
import type { ButtonKind } from './button-look.ts';

export type MenuEntry = { readonly id: string; readonly label: string };

/** A button that opens a menu of actions, or with `selected` a list of options. */
export function MenuButton({
  label,
  children,
  entries,
  onAction,
  selected,
  kind = 'plain',
  icon = false,
  isDisabled = false,
}: {
  /** Name of the menu, and of the button if it contains only an icon. */
  label: string;
  children: ReactNode;
  entries: readonly MenuEntry[];
  onAction: (id: string) => void;
  selected?: string;
  kind?: ButtonKind;
  icon?: boolean;
  isDisabled?: boolean;
}): ReactNode {
  const act = (key: Key): void => onAction(String(key));
  return (
    <MenuTrigger>
      <Button kind={kind} icon={icon} isDisabled={isDisabled} {...(icon ? { 'aria-label': label } : {})}>
        {children}
        {!icon && <ChevronDown aria-hidden className="-me-1 size-4 opacity-80" />}
      </Button>
      <Popover className="min-w-44 rounded-card bg-over p-1 shadow-float [--field:var(--over)]" placement="bottom end">
        <Menu
          aria-label={label}
          items={entries}
          onAction={act}
          className="outline-none"
          {...(selected === undefined
            ? {}
            : { selectionMode: 'single' as const, selectedKeys: [selected], disallowEmptySelection: true })}
        >
          {(entry) => (
            <MenuItem
              textValue={entry.label}
              className="flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 text-text focus:bg-accent-bg"
            >
              {selected !== undefined && (
                <Check aria-hidden className={`size-4 ${entry.id === selected ? '' : 'invisible'}`} />
              )}
              {entry.label}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
