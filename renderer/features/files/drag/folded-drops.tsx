import { type DragEvent, type ReactNode, useState } from 'react';
import { dropData } from '../../../parts/drag/drop-target.ts';

type Folded = { readonly id: string; readonly name: string; readonly above: readonly string[] };

/**
 * Around the button of a menu of folders: lists them below it while something is dragged over it, as drop targets. The menu itself would take every
 * event outside of it. Without a pointer, the dialog "Move…" reaches each folder.
 */
export function FoldedDrops({ folders, children }: { folders: readonly Folded[]; children: ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const leave = ({ currentTarget, relatedTarget }: DragEvent): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
  };
  return (
    <span onDragEnter={() => setOpen(true)} onDragLeave={leave} onDrop={() => setOpen(false)} className="relative flex">
      {children}
      {isOpen && (
        // The hint announces each target.
        <ul
          aria-hidden
          data-testid="folded-drops"
          className="absolute start-0 top-full z-20 w-max max-w-72 rounded-card bg-over p-1 font-normal text-body text-text shadow-float"
        >
          {folders.map(({ id, name, above }) => (
            <li
              key={id}
              dir="auto"
              {...dropData({ folderId: id, name }, { above, opens: true })}
              className="truncate rounded-control px-2 leading-8 data-drop-target:bg-accent-bg data-drop-target:outline-2 data-drop-target:-outline-offset-2 data-drop-target:outline-accent"
            >
              {name}
            </li>
          ))}
        </ul>
      )}
    </span>
  );
}
