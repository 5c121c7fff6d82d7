import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Tip } from '../../../components/controls/tip.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import type { RowAct } from '../../../parts/rows/row-act.ts';
import { texts } from '../../../texts/texts.ts';

/** Covers the head of the table except its tick, or the search above tiles, so that no row moves: shows the count and the actions. */
export function SelectionBar({
  count,
  steps,
  onClear,
}: {
  count: number;
  steps: readonly RowAct[];
  onClear: () => void;
}): ReactNode {
  const shown = steps.filter(({ isOnlyInMenu }) => isOnlyInMenu !== true);
  return (
    <div
      role="toolbar"
      aria-label={texts.files.selected(count)}
      className="absolute inset-x-0 top-0 z-2 sm:not-group-data-tiles/frame:start-8 @container flex h-10 items-center gap-1 overflow-x-auto border-line border-b bg-accent-bg ps-3 pe-2 group-data-tiles/frame:inset-x-1 group-data-tiles/frame:-top-12 group-data-tiles/frame:rounded-control group-data-tiles/frame:border"
    >
      <span className="shrink-0 px-1 font-semibold text-accent text-dense">{texts.files.selected(count)}</span>
      {shown.map(({ id, icon: Icon, label, group, isPending = false, run }) => (
        <Tip key={id} text={label}>
          <Button
            kind="ghost"
            size="row"
            isBusy={isPending}
            onPress={run}
            className={classNames('@max-4xl:px-1.5', group === 'remove' && 'text-bad!')}
          >
            <Icon aria-hidden className="size-4" />
            <span className="@max-4xl:sr-only">{label}</span>
          </Button>
        </Tip>
      ))}
      <Button
        kind="ghost"
        size="row"
        icon
        aria-label={texts.files.clearSelection}
        onPress={onClear}
        className="ms-auto"
      >
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  );
}
