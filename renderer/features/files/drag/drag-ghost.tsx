import type { ReactNode, Ref } from 'react';
import { ItemIcon } from '../../../parts/files/item-icon.tsx';
import { type Item, nameOf } from '../../../state/items/item.ts';
import { texts } from '../../../texts/texts.ts';

/** The picture at the pointer during a drag. The browser takes it from the document, so it stands above the visible part. */
export function DragGhost({ items, ref }: { items: readonly Item[]; ref: Ref<HTMLDivElement> }): ReactNode {
  const [first] = items;
  if (first === undefined) return null;
  return (
    <div ref={ref} aria-hidden data-testid="drag-ghost" className="pointer-events-none fixed -top-40 left-0 p-3">
      <div className="flex max-w-72 items-center gap-2 rounded-card bg-over px-3 py-2 text-body text-text shadow-float">
        <ItemIcon item={first} />
        <span dir="auto" className="truncate font-semibold tabular-nums">
          {items.length === 1 ? nameOf(first) : texts.drag.items(items.length)}
        </span>
      </div>
    </div>
  );
}
