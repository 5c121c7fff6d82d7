import { Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DropDestination } from '../../state/uploads/upload-batch.ts';
import { texts } from '../../texts/texts.ts';

/** Shows the destination of files dragged over the window. Drawn above everything, and transparent to the pointer. */
export function DropOverlay({ hover }: { hover: DropDestination | 'nowhere' | null }): ReactNode {
  if (hover === null) return null;
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-2 z-20 grid place-items-end justify-center rounded-card border-2 border-accent border-dashed p-8"
    >
      <p className="flex items-center gap-3 rounded-card bg-accent px-5 py-3 font-semibold text-on-accent shadow-float">
        <Upload aria-hidden className="size-5" />
        {hover === 'nowhere' ? texts.drop.nowhere : texts.drop.here(hover.name)}
      </p>
    </div>
  );
}
