import { type ReactNode, useRef } from 'react';
import { type Key, Menu, MenuItem, MenuSection, Popover } from 'react-aria-components';
import type { MenuPoint } from '../../components/collection/use-grid.ts';
import { classNames } from '../../components/layout/class-names.ts';
import { Sheet } from '../../components/overlay/sheet.tsx';
import { useIsNarrow } from '../../state/hooks/use-is-narrow.ts';
import { texts } from '../../texts/texts.ts';
import type { RowAct } from './row-act.ts';

/** The actions of a row, at the pointer or in a narrow window in a bottom sheet. */
export function RowMenu({
  label,
  place,
  acts,
  about,
  onClose,
}: {
  label: string;
  place: MenuPoint;
  acts: readonly RowAct[];
  /** The row, above its actions in the sheet that covers it. */
  about?: ReactNode;
  /** `act`: an action was chosen, which may ask before it begins. */
  onClose: (by?: 'act') => void;
}): ReactNode {
  const anchor = useRef<HTMLSpanElement>(null);
  const isNarrow = useIsNarrow();
  const act = (key: Key): void => {
    onClose('act');
    acts.find(({ id }) => id === key)?.run();
  };
  const entries = <Entries label={label} acts={acts} isTall={isNarrow} onAction={act} />;
  if (isNarrow) {
    return (
      <Sheet label={label} onClose={onClose}>
        {about !== undefined && <div className="mb-2 border-line border-b px-2 pb-3">{about}</div>}
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

const GROUPS: readonly RowAct['group'][] = ['look', 'share', 'change', 'remove'];

function Entries({
  label,
  acts,
  isTall,
  onAction,
}: {
  label: string;
  acts: readonly RowAct[];
  isTall: boolean;
  onAction: (key: Key) => void;
}): ReactNode {
  const groups = GROUPS.map((group) => acts.filter((act) => act.group === group)).filter(({ length }) => length > 0);
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
          {group.map((act) => (
            <Entry key={act.id} act={act} isTall={isTall} />
          ))}
        </MenuSection>
      ))}
    </Menu>
  );
}

function Entry({ act: { id, icon: Icon, label, group, shortcut }, isTall }: { act: RowAct; isTall: boolean }) {
  return (
    <MenuItem
      id={id}
      textValue={label}
      className={classNames(
        'flex cursor-default items-center gap-3 rounded-control px-2 outline-none focus:bg-accent-bg',
        isTall ? 'min-h-12' : 'min-h-8 text-dense',
        group === 'remove' ? 'text-bad' : 'text-text',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {shortcut !== undefined && <kbd className="font-sans text-dim text-small max-sm:hidden">{shortcut}</kbd>}
    </MenuItem>
  );
}
