import { FolderInput } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { rowIndexAt } from '../../../components/collection/use-grid.ts';
import { DropHint, type Hint } from '../../../parts/drag/drop-hint.tsx';
import { type DropTarget, dropTargetAt, markTarget } from '../../../parts/drag/drop-target.ts';
import { useSpring } from '../../../parts/drag/spring.ts';
import { type Done, refusal } from '../../../parts/toasts/done.ts';
import { useToast } from '../../../parts/toasts/toasts.tsx';
import { type Item, keyOf, may } from '../../../state/items/item.ts';
import { useServiceAction } from '../../../state/service/service.ts';
import type { DropDestination } from '../../../state/uploads/upload-batch.ts';
import { texts } from '../../../texts/texts.ts';
import { moveItems } from '../acts/item-acts.ts';
import { DragGhost } from './drag-ghost.tsx';
import { type Dragged, type MoveVerdict, moveVerdict } from './move-verdict.ts';

/** The type of dragged rows. Each drag adds its own number: a drag from another window of Tandem is not ours. */
const MOVED = 'application/x-tandem-items-';

type ShownRows = {
  readonly rows: readonly Item[];
  readonly chosen: readonly Item[];
  /** The current folder. */
  readonly shown: string;
  readonly onMoved: (items: readonly Item[]) => void;
};

type DragHandlers = {
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: (event: DragEvent) => void;
  readonly onDragEnd: () => void;
  readonly onDrop: (event: DragEvent) => void;
};

export type ItemDrag = {
  /** For the element around the rows and the breadcrumb. */
  readonly handlersOf: (list: ShownRows) => DragHandlers;
  /** The ghost, and what a drop would do. */
  readonly drawn: ReactNode;
};

/** `lifted`: the one of the items that the pointer took hold of. */
type Drag = Dragged & { readonly type: string; readonly lifted: Item };

/**
 * Moves rows that are dragged onto a folder (a row, a tile, a breadcrumb, or the open list). Lives as long as the page: a folder that opens during
 * the drag replaces the rows it began on. Without a pointer, the dialog does the same.
 */
export function useItemDrag(): ItemDrag {
  const [drag, setDrag] = useState<Drag | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const hover = useHover();
  const move = useMove();
  const isOurs = ({ dataTransfer }: DragEvent): boolean => drag !== null && dataTransfer.types.includes(drag.type);
  const handlersOf = (list: ShownRows): DragHandlers => ({
    onDragStart(event) {
      const lifted = rowAt(event, list);
      const items = lifted === undefined ? null : draggedItems(event, lifted, list);
      if (lifted === undefined || items === null) return;
      const started = { lifted, items, from: list.shown, type: `${MOVED}${Math.random().toString(36).slice(2)}` };
      // The browser takes the picture before the handler returns.
      flushSync(() => setDrag(started));
      event.dataTransfer.setData(started.type, String(items.length));
      event.dataTransfer.effectAllowed = 'move';
      if (ghost.current !== null) event.dataTransfer.setDragImage(ghost.current, 0, 0);
    },
    onDragOver(event) {
      // Files from the desktop, and their highlight, belong to the window's drop zone.
      if (drag === null || !isOurs(event)) return;
      if (hover.over(drag, event) !== 'move') return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
    },
    onDragLeave({ currentTarget, relatedTarget }) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) hover.end();
    },
    onDragEnd() {
      hover.end();
      setDrag(null);
    },
    onDrop(event) {
      if (drag === null || !isOurs(event)) return;
      hover.end();
      const target = dropTargetAt(event.target);
      if (target === null || moveVerdict(drag, target) !== 'move') return;
      event.preventDefault();
      move({ ...drag, to: target, onMoved: list.onMoved });
      // If the row it began on is gone, the browser reports no end.
      setDrag(null);
    },
  });
  const drawn = (
    <>
      {drag !== null && <DragGhost ref={ghost} lifted={drag.lifted} count={drag.items.length} />}
      <DropHint hint={hover.hint} icon={FolderInput} />
    </>
  );
  return { handlersOf, drawn };
}

/** The row under the pointer. */
function rowAt({ target }: DragEvent, { rows }: ShownRows): Item | undefined {
  const index = rowIndexAt(target);
  return index === null ? undefined : rows[index];
}

/** This row, or all selected ones if it is among them; null: they may not be moved. */
function draggedItems(event: DragEvent, row: Item, { chosen }: ShownRows): readonly Item[] | null {
  const items = chosen.some((item) => keyOf(item) === keyOf(row)) ? chosen : [row];
  if (items.every((item) => may(item, 'can_rename'))) return items;
  event.preventDefault();
  return null;
}

/** The folder under the pointer: its highlight, the hint, and its opening. */
function useHover() {
  const spring = useSpring();
  const [hint, setHint] = useState<Hint | null>(null);
  return {
    hint,
    over(drag: Dragged, event: DragEvent): MoveVerdict {
      const target = dropTargetAt(event.target);
      const verdict = moveVerdict(drag, target);
      const canOpen = verdict !== 'itself' && verdict !== 'below';
      spring.over(canOpen ? target : null, event);
      markTarget(verdict === 'move' ? target : null);
      const next = hintOf(verdict, drag.items.length, target);
      setHint((before) => (before?.text === next?.text ? before : next));
      return verdict;
    },
    end(): void {
      spring.stop();
      markTarget(null);
      setHint(null);
    },
  };
}

function hintOf(verdict: MoveVerdict, count: number, target: DropTarget | null): Hint | null {
  if (verdict === 'stay' || target === null) return null;
  if (verdict === 'move') return { text: texts.drag.moveTo(count, target.name), isRefused: false };
  return { text: texts.drag.refused[verdict](target.name), isRefused: true };
}

type Move = Dragged & Pick<ShownRows, 'onMoved'> & { readonly to: DropDestination };

/** The toast announces the result. The selection may belong to another folder by now, so the toast also names a refusal. */
function useMove(): (move: Move) => void {
  const tell = useToast();
  const action = useServiceAction(async (bridge, { items, from, to, onMoved }: Move) => {
    const move = async (): Promise<Done> => {
      const moved = await moveItems(bridge, items, { from, to, tell });
      onMoved(moved.items);
      return moved.told;
    };
    tell(await move().catch(refusal));
  });
  return (move) => action.mutate(move);
}
