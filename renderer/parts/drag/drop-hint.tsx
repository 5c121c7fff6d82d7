import { Ban, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAnnouncement } from '../../components/feedback/announcer.tsx';
import { classNames } from '../../components/layout/class-names.ts';

/** The effect of a drop at the pointer, or why there would be none. */
export type Hint = { readonly text: string; readonly isRefused: boolean };

/** Shows the hint above everything, transparent to the pointer, and announces it. Stays mounted between drags. */
export function DropHint({
  hint,
  icon: Icon,
  isFramed = false,
}: {
  hint: Hint | null;
  icon: LucideIcon;
  /** The whole window accepts the drop. */
  isFramed?: boolean;
}): ReactNode {
  useAnnouncement(hint?.text ?? '', 'drop');
  if (hint === null) return null;
  const Sign = hint.isRefused ? Ban : Icon;
  return (
    // Announced above; drawn outside of every landmark.
    <div
      aria-hidden
      data-testid="drop-hint"
      className={classNames(
        'pointer-events-none fixed inset-2 z-20 grid place-items-end justify-center p-8',
        isFramed && 'rounded-card border-2 border-accent border-dashed',
      )}
    >
      <p
        className={classNames(
          'flex items-center gap-3 rounded-card px-5 py-3 font-semibold shadow-float',
          hint.isRefused ? 'bg-inverse text-on-inverse' : 'bg-accent text-on-accent',
        )}
      >
        <Sign aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
        {hint.text}
      </p>
    </div>
  );
}
