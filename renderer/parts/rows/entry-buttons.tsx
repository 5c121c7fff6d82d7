import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { texts } from '../../texts/texts.ts';
import type { EntryAct } from './row-act.ts';
import { type EntryActs, useEntryActs } from './use-entry-acts.tsx';

/** The actions of an entry as buttons, for its panel. */
export function EntryButtons({ acts }: { acts: readonly EntryAct[] }): ReactNode {
  const { start, isPending, error, drawn } = useEntryActs();
  const shown = acts.filter((act) => !('show' in act));
  if (shown.length === 0) return null;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {shown.map((act) => (
          <Button
            key={act.id}
            kind={act.group === 'remove' ? 'risk' : 'plain'}
            isBusy={isPending}
            onPress={() => start(act)}
            {...(act.name === undefined ? {} : { 'aria-label': act.name })}
          >
            <act.icon aria-hidden className="size-4" />
            {act.label}
          </Button>
        ))}
      </div>
      <ErrorMessage error={error} />
      {drawn}
    </div>
  );
}

const look =
  'grid size-7 shrink-0 cursor-default place-items-center rounded-control text-dim hover:bg-mute-bg hover:text-text';

/**
 * Shown while the row has the pointer, the focus or the selection; the button keeps its place. Hidden icons have no box: those of all rows together
 * are a third of a list.
 */
const iconLook =
  'hidden size-4 group-hover:block group-focus-visible:block group-aria-selected:block [:focus-visible>&]:block';

/** The same element in each row: made once. */
const ellipsis = (
  <Ellipsis aria-hidden className={classNames(iconLook, 'max-sm:block max-sm:group-data-selecting/rows:hidden')} />
);

/** Opens the menu of a row. A plain button, because every visible row has one. */
export const MoreButton = ({ name, isActive }: { name: string; isActive: boolean }): ReactNode => (
  <button
    type="button"
    data-part="menu"
    aria-label={texts.files.actionsOf(name)}
    aria-haspopup="menu"
    tabIndex={isActive ? 0 : -1}
    className={look}
  >
    {ellipsis}
  </button>
);

/** The most frequent action of a row, next to its menu; in a narrow window it is in the menu alone. */
export const QuickButton = ({
  act,
  acts,
  isActive,
}: {
  act: EntryAct;
  acts: Pick<EntryActs, 'start'>;
  isActive: boolean;
}): ReactNode => (
  <button
    type="button"
    aria-label={act.name ?? act.label}
    title={act.label}
    tabIndex={isActive ? 0 : -1}
    onClick={() => acts.start(act)}
    className={classNames(look, 'max-sm:hidden')}
  >
    <act.icon aria-hidden className={iconLook} strokeWidth={1.75} />
  </button>
);

/** The same for an action that the list does itself (`onQuick`): without a handler for each row. */
export const QuickMark = ({
  icon: Icon,
  label,
  name,
  isActive,
}: {
  icon: LucideIcon;
  label: string;
  /** The accessible name, with that of the row. */
  name: string;
  isActive: boolean;
}): ReactNode => (
  <button
    type="button"
    data-part="quick"
    aria-label={name}
    title={label}
    tabIndex={isActive ? 0 : -1}
    className={classNames(look, 'max-sm:hidden')}
  >
    <Icon aria-hidden className={iconLook} strokeWidth={1.75} />
  </button>
);
