import { Check, Minus } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import type { GridBehaviour } from './use-grid.ts';

/** How many rows of a list are selected. */
type SelectedShare = 'none' | 'some' | 'all';

/** The tick in the head of a list: selects every row, or none if all are selected. It stands above the ticks of the rows. */
export function SelectAll({ selected, onChange }: { selected: SelectedShare; onChange: () => void }): ReactNode {
  return (
    <span className="relative ms-3 grid size-4 shrink-0 place-items-center max-sm:hidden">
      <input
        type="checkbox"
        aria-label={texts.files.selectAll}
        checked={selected === 'all'}
        ref={(input) => {
          // React has no prop for it.
          if (input !== null) input.indeterminate = selected === 'some';
        }}
        onChange={onChange}
        className="peer col-start-1 row-start-1 size-4 cursor-default appearance-none rounded-tick border border-edge bg-field checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent"
      />
      {selected !== 'none' && (
        <span aria-hidden className="pointer-events-none col-start-1 row-start-1 text-on-accent">
          {selected === 'all' ? (
            <Check className="size-3" strokeWidth={3} />
          ) : (
            <Minus className="size-3" strokeWidth={3} />
          )}
        </span>
      )}
    </span>
  );
}

/** What the tick in the head of this list shows and does; null: at most one row can be selected. The same object while it shows the same. */
export function useSelectAll<Row>({
  count,
  selected,
  onSelect,
  onSelectAll,
  chooses = 'several',
}: Pick<GridBehaviour<Row>, 'count' | 'selected' | 'onSelect' | 'onSelectAll' | 'chooses'>) {
  const share: SelectedShare = selected.size === 0 ? 'none' : selected.size < count ? 'some' : 'all';
  const toggle = (): void => (share === 'all' ? onSelect(new Set()) : onSelectAll());
  const latest = useRef(toggle);
  useEffect(() => {
    latest.current = toggle;
  });
  const [onChange] = useState(() => (): void => latest.current());
  return useMemo(() => (chooses === 'several' ? { selected: share, onChange } : null), [chooses, share, onChange]);
}
