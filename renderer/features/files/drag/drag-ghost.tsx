import type { ReactNode, Ref } from 'react';
import { ItemIcon } from '../../../parts/files/item-icon.tsx';
import { type Item, nameOf } from '../../../state/items/item.ts';
import { formatCount } from '../../../texts/format.ts';

/**
 * The picture at the pointer during a drag: the item that was taken hold of, and above a second card how many come with it. The browser takes it
 * from the document, so it stands above the visible part.
 */
export function DragGhost({
  lifted,
  count,
  ref,
}: {
  lifted: Item;
  count: number;
  ref: Ref<HTMLDivElement>;
}): ReactNode {
  return (
    <div ref={ref} aria-hidden data-testid="drag-ghost" className="pointer-events-none fixed -top-40 left-0 p-3">
      <div className="relative">
        {count > 1 && <span className="absolute inset-x-1.5 -bottom-1.5 h-8 rounded-card bg-over shadow-float" />}
        <div className="relative flex max-w-72 items-center gap-2 rounded-card bg-over px-3 py-2 text-body text-text shadow-float">
          <ItemIcon item={lifted} />
          <span dir="auto" className="truncate font-semibold">
            {nameOf(lifted)}
          </span>
        </div>
        {count > 1 && (
          <span className="absolute -end-2 -top-2 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 font-semibold text-on-accent text-small tabular-nums">
            {formatCount(count)}
          </span>
        )}
      </div>
    </div>
  );
}
