import { Check } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { type Key, Menu, MenuItem, Popover } from 'react-aria-components';

export type MenuEntry = { readonly id: string; readonly label: string };

/** The part of an opened menu that gets the focus: an entry, or the menu itself. */
export type MenuFocus = 'first' | 'last' | 'menu';

/** The open menu of a `MenuButton`. */
export function MenuPanel({
  id,
  label,
  button,
  entries,
  selected,
  focus,
  onAction,
  onClose,
}: {
  id: string;
  label: string;
  button: RefObject<HTMLButtonElement | null>;
  entries: readonly MenuEntry[];
  selected: string | undefined;
  focus: MenuFocus;
  onAction: (id: string) => void;
  onClose: () => void;
}): ReactNode {
  return (
    <Popover
      isOpen
      aria-label={label}
      trigger="MenuTrigger"
      triggerRef={button}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="min-w-44 rounded-card bg-over p-1 shadow-float [--field:var(--over)]"
      placement="bottom end"
    >
      <Menu
        id={id}
        aria-label={label}
        items={entries}
        // A menu that was asked for has the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={focus === 'menu' ? true : focus}
        onAction={(key: Key) => onAction(String(key))}
        onClose={onClose}
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
  );
}
