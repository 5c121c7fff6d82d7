import { type DragEvent, useRef } from 'react';
import { rowIndexAt } from '../../../components/collection/use-grid.ts';
import { type Item, keyOf, may } from '../../../state/items/item.ts';
import type { DropDestination } from '../../../state/uploads/upload-batch.ts';

/** Marks dragged rows of this page: no other target accepts it, and files from the desktop lack it. */
const MOVED = 'application/x-tandem-items';

type DragHandlers = {
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragEnd: () => void;
  readonly onDrop: (event: DragEvent) => void;
};

/**
 * Moves rows that are dragged onto a folder (a row, or a breadcrumb). Without a pointer, the dialog does the same. `shown`: the current folder;
 * rows dropped anywhere else stay.
 */
export function useItemDrag({
  rows,
  chosen,
  shown,
  onMove,
}: {
  readonly rows: readonly Item[];
  readonly chosen: readonly Item[];
  readonly shown: string;
  readonly onMove: (items: readonly Item[], to: DropDestination) => void;
}): DragHandlers {
  const dragged = useRef<readonly Item[]>([]);
  const targetOf = (event: DragEvent): HTMLElement | null => {
    if (!(event.target instanceof Element)) return null;
    const target = event.target.closest<HTMLElement>('[data-drop-folder]');
    const id = target?.dataset['dropFolder'];
    const isItself = dragged.current.some((item) => item.type === 'folder' && item.id === id);
    return id === undefined || id === '' || id === shown || isItself ? null : target;
  };
  return {
    onDragStart(event) {
      const index = rowIndexAt(event.target);
      const row = index === null ? undefined : rows[index];
      if (row === undefined) return;
      const isChosen = chosen.some((item) => keyOf(item) === keyOf(row));
      dragged.current = isChosen ? chosen : [row];
      if (!dragged.current.every((item) => may(item, 'can_rename'))) {
        event.preventDefault();
        return;
      }
      event.dataTransfer.setData(MOVED, String(dragged.current.length));
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragOver(event) {
      // Files from the desktop, and their highlight, belong to the window's drop zone.
      if (!event.dataTransfer.types.includes(MOVED)) return;
      const target = targetOf(event);
      markMoveTarget(target);
      if (target === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
    },
    onDragEnd() {
      dragged.current = [];
      markMoveTarget(null);
    },
    onDrop(event) {
      if (!event.dataTransfer.types.includes(MOVED)) return;
      const target = targetOf(event);
      markMoveTarget(null);
      if (target === null) return;
      event.preventDefault();
      const { dropFolder: folderId = '', dropName: name = '' } = target.dataset;
      onMove(dragged.current, { folderId, name });
    },
  };
}

/** The target's own style draws the highlight, which is the same as for files from the desktop. */
function markMoveTarget(target: HTMLElement | null): void {
  for (const marked of document.querySelectorAll<HTMLElement>('[data-drop-target]')) {
    if (marked !== target) delete marked.dataset['dropTarget'];
  }
  if (target !== null) target.dataset['dropTarget'] = '';
}
