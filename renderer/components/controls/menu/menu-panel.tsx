import { Check, type LucideIcon } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { type Key, Menu, MenuItem, MenuSection, Popover, Separator } from 'react-aria-components';
import { classNames } from '../../layout/class-names.ts';

export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  /** An explanation below the label. */
  readonly detail?: string;
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
    onClose();
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
        // A menu that was asked for has the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={focus === 'menu' ? true : focus}
        onAction={act}
        onClose={onClose}
        className="outline-none"
      >
        {selected === undefined ? (
          entries.map((entry) => <Entry key={entry.id} entry={entry} isSelected={null} />)
        ) : (
          <Options label={label} entries={entries} selected={selected} />
        )}
      </Menu>
    </Popover>
  );
}

/** Options, one of which is chosen; what takes something away is none of them and stands below. */
function Options({
  label,
  entries,
  selected,
}: {
  label: string;
  entries: readonly MenuEntry[];
  selected: string;
}): ReactNode {
  const risky = entries.filter(({ isRisky }) => isRisky === true);
  return (
    <>
      <MenuSection aria-label={label} selectionMode="single" selectedKeys={[selected]} disallowEmptySelection>
        {entries
          .filter(({ isRisky }) => isRisky !== true)
          .map((entry) => (
            <Entry key={entry.id} entry={entry} isSelected={entry.id === selected} />
          ))}
      </MenuSection>
      {risky.length > 0 && <Separator className="my-1 border-line border-t" />}
      {risky.map((entry) => (
        <Entry key={entry.id} entry={entry} isSelected={null} />
      ))}
    </>
  );
}

/** `isSelected`: null if it is an action. */
function Entry({
  entry: { id, label, detail, icon: Icon, isRisky },
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
        'flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 py-1 focus:bg-accent-bg',
        isRisky === true ? 'text-bad' : 'text-text',
      )}
    >
      {isSelected !== null && <Check aria-hidden className={`size-4 shrink-0 ${isSelected ? '' : 'invisible'}`} />}
      {Icon !== undefined && <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />}
      {detail === undefined ? (
        label
      ) : (
        <span className="grid">
          <span className={isSelected === true ? 'font-semibold' : ''}>{label}</span>
          <span className="text-dim text-small">{detail}</span>
        </span>
      )}
    </MenuItem>
  );
}
