import { type ReactNode, useRef, useState } from 'react';
import { type Key, Menu, MenuItem, MenuSection, Popover } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { classNames } from '../../../components/layout/class-names.ts';
import { Sheet } from '../../../components/overlay/sheet.tsx';
import { useIsNarrow } from '../../../state/hooks/use-is-narrow.ts';
import { texts } from '../../../texts/texts.ts';
import type { ItemStep } from './item-steps.ts';

/** Where a menu opens, in pixels of the window. */
export type MenuPlace = { readonly x: number; readonly y: number };

/** The actions of a row, at the pointer or in a narrow window in a bottom sheet. */
export function RowMenu({
  label,
  place,
  steps,
  onClose,
}: {
  label: string;
  place: MenuPlace;
  steps: readonly ItemStep[];
  onClose: () => void;
}): ReactNode {
  const anchor = useRef<HTMLSpanElement>(null);
  const isNarrow = useIsNarrow();
  const [opener] = useState(() => document.activeElement);
  const act = (key: Key): void => {
    // The opened dialog returns the focus to the current element, which must be the row and not a removed menu entry.
    flushSync(onClose);
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    steps.find(({ id }) => id === key)?.run();
  };
  const entries = <Entries label={label} steps={steps} isTall={isNarrow} onAction={act} />;
  if (isNarrow) {
    return (
      <Sheet label={label} onClose={onClose}>
        {entries}
      </Sheet>
    );
  }
  return (
    <>
      <span ref={anchor} aria-hidden className="fixed size-0" style={{ left: place.x, top: place.y }} />
      <Popover
        isOpen
        aria-label={label}
        triggerRef={anchor}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
        placement="bottom start"
        offset={2}
        className="w-62 rounded-card bg-over p-1 shadow-float [--field:var(--over)]"
      >
        {entries}
      </Popover>
    </>
  );
}

const GROUPS: readonly ItemStep['group'][] = ['look', 'share', 'change', 'remove'];

function Entries({
  label,
  steps,
  isTall,
  onAction,
}: {
  label: string;
  steps: readonly ItemStep[];
  isTall: boolean;
  onAction: (key: Key) => void;
}): ReactNode {
  const groups = GROUPS.map((group) => steps.filter((step) => step.group === group)).filter(({ length }) => length > 0);
  return (
    // A menu that was asked for has the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    <Menu aria-label={label} autoFocus="first" onAction={onAction} className="outline-none">
      {groups.map((group, index) => (
        <MenuSection
          key={group[0]?.group}
          aria-label={texts.files.stepGroups[group[0]?.group ?? 'look']}
          className={index === 0 ? '' : 'mt-1 border-line border-t pt-1'}
        >
          {group.map((step) => (
            <Entry key={step.id} step={step} isTall={isTall} />
          ))}
        </MenuSection>
      ))}
    </Menu>
  );
}

function Entry({ step: { id, icon: Icon, label, group, shortcut }, isTall }: { step: ItemStep; isTall: boolean }) {
  return (
    <MenuItem
      id={id}
      textValue={label}
      className={classNames(
        'flex cursor-default items-center gap-3 rounded-control px-2 text-dense outline-none focus:bg-accent-bg',
        isTall ? 'min-h-12' : 'min-h-8',
        group === 'remove' ? 'text-bad' : 'text-text',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {shortcut !== undefined && <kbd className="text-dim text-small max-sm:hidden">{shortcut}</kbd>}
    </MenuItem>
  );
}
