import { Check, type LucideIcon } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { type Key, Menu, MenuItem, Popover } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { classNames } from '../../layout/class-names.ts';

export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Takes something away: the last one, in red. */
  readonly isRisky?: true;
};

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
  const act = (key: Key): void => {
    // A dialog that the action opens gives the focus back to the current element, which must be the button and not an entry that is gone.
    flushSync(onClose);
    button.current?.focus({ preventScroll: true });
    onAction(String(key));
  };
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
        onAction={act}
        onClose={onClose}
        className="outline-none"
        {...(selected === undefined
          ? {}
          : { selectionMode: 'single' as const, selectedKeys: [selected], disallowEmptySelection: true })}
      >
        {(entry) => <Entry entry={entry} isSelected={selected === undefined ? null : entry.id === selected} />}
      </Menu>
    </Popover>
  );
}

/** `isSelected`: null in a menu of actions. */
function Entry({
  entry: { id, label, icon: Icon, isRisky },
  isSelected,
}: {
  entry: MenuEntry;
  isSelected: boolean | null;
}): ReactNode {
  return (
    <MenuItem
      id={id}
      textValue={label}
      className={classNames(
        'flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 focus:bg-accent-bg',
        isRisky === true ? 'text-bad' : 'text-text',
      )}
    >
      {isSelected !== null && <Check aria-hidden className={`size-4 ${isSelected ? '' : 'invisible'}`} />}
      {Icon !== undefined && <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />}
      {label}
    </MenuItem>
  );
}
