import { Ellipsis, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { MenuButton } from '../../components/controls/menu/menu-button.tsx';
import { Tip } from '../../components/controls/tip.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { useIsNarrow } from '../../state/hooks/use-is-narrow.ts';
import { texts } from '../../texts/texts.ts';
import type { RowAct } from './row-act.ts';

type Selection = {
  readonly count: number;
  readonly steps: readonly RowAct[];
  readonly onClear: () => void;
};

/**
 * Shows the number of selected rows and their actions. It covers the head of the table except its tick, or the search above tiles, and in a narrow
 * window the head of the page, so that no row moves.
 */
export function SelectionBar({ steps, ...of }: Selection): ReactNode {
  const shown = steps.filter(({ isOnlyInMenu }) => isOnlyInMenu !== true);
  return useIsNarrow() ? <NarrowBar steps={shown} {...of} /> : <WideBar steps={shown} {...of} />;
}

function WideBar({ count, steps, onClear }: Selection): ReactNode {
  return (
    <div
      role="toolbar"
      aria-label={texts.files.selected(count)}
      className="@container absolute inset-x-0 not-group-data-tiles/frame:start-8 top-0 z-2 flex h-10 items-center gap-1 overflow-x-auto border-line border-b bg-accent-bg ps-3 pe-2 group-data-tiles/frame:inset-x-1 group-data-tiles/frame:-top-12 group-data-tiles/frame:rounded-control group-data-tiles/frame:border"
    >
      <Count count={count} />
      {steps.map((step) => (
        <StepButton key={step.id} step={step} className="@max-4xl:px-1.5" labelClass="@max-4xl:sr-only" />
      ))}
      <ClearButton onClear={onClear} className="ms-auto" />
    </div>
  );
}

/** Actions beside the menu of the others, the last one among them. */
const MOST_SHOWN = 3;

function NarrowBar({ count, steps, onClear }: Selection): ReactNode {
  const risky = steps.filter(({ group }) => group === 'remove');
  const kept = steps.filter(({ group }) => group !== 'remove');
  // What shares and what changes come first: to look at a row, a press on it is enough.
  const first = (['share', 'change'] as const).flatMap((wanted) => kept.find(({ group }) => group === wanted) ?? []);
  const ordered = [...first, ...kept.filter((step) => !first.includes(step))];
  const shown = [...ordered.slice(0, MOST_SHOWN - risky.length), ...risky];
  const others = steps.filter((step) => !shown.includes(step));
  return (
    <div
      role="toolbar"
      aria-label={texts.files.selected(count)}
      className="fixed inset-x-0 top-0 z-10 flex h-14 items-center gap-1 bg-bg px-2"
    >
      <ClearButton onClear={onClear} />
      <Count count={count} className="flex-1 text-body" />
      {shown.map((step) => (
        <StepButton key={step.id} step={step} className="px-0! size-10" labelClass="sr-only" />
      ))}
      {others.length > 0 && (
        <MenuButton
          kind="ghost"
          icon
          label={texts.files.moreActions}
          entries={others.map(({ id, label, icon }) => ({ id, label, icon }))}
          onAction={(id) => others.find((step) => step.id === id)?.run()}
        >
          <Ellipsis aria-hidden className="size-4.5" />
        </MenuButton>
      )}
    </div>
  );
}

const Count = ({ count, className = 'text-dense' }: { count: number; className?: string }): ReactNode => (
  <span className={classNames('shrink-0 px-1 font-semibold text-accent', className)}>
    {texts.files.selected(count)}
  </span>
);

const StepButton = ({
  step: { icon: Icon, label, group, isPending = false, run },
  className,
  labelClass,
}: {
  step: RowAct;
  className: string;
  labelClass: string;
}): ReactNode => (
  <Tip text={label}>
    <Button
      kind="ghost"
      size="row"
      isBusy={isPending}
      onPress={run}
      className={classNames(className, group === 'remove' && 'text-bad!')}
    >
      <Icon aria-hidden className="size-4" />
      <span className={labelClass}>{label}</span>
    </Button>
  </Tip>
);

const ClearButton = ({ onClear, className = '' }: { onClear: () => void; className?: string }): ReactNode => (
  <Button
    kind="ghost"
    size="row"
    icon
    aria-label={texts.files.clearSelection}
    onPress={onClear}
    className={classNames('max-sm:size-10', className)}
  >
    <X aria-hidden className="size-4" />
  </Button>
);
