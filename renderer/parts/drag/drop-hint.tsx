import { Ban, type LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
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
  /** The whole window accepts the drop; otherwise the hint stands at the pointer. */
  isFramed?: boolean;
}): ReactNode {
  useAnnouncement(hint?.text ?? '', 'drop');
  if (hint === null) return null;
  const Sign = hint.isRefused ? Ban : Icon;
  if (!isFramed) return <PointerHint text={hint.text} sign={Sign} />;
  return (
    // Announced above; drawn outside of every landmark.
    <div
      aria-hidden
      data-testid="drop-hint"
      className="pointer-events-none fixed inset-2 z-20 grid place-items-end justify-center rounded-card border-2 border-accent border-dashed p-8"
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

/** Below the ghost. Until the pointer is known, which is with its next event, it is not drawn. */
function PointerHint({ text, sign: Sign }: { text: string; sign: LucideIcon }): ReactNode {
  const box = useRef<HTMLParagraphElement>(null);
  useFollowing(box);
  return (
    <p
      ref={box}
      aria-hidden
      data-testid="drop-hint"
      className="pointer-events-none invisible fixed top-0 left-0 z-20 flex max-w-80 items-center gap-2 rounded-control bg-inverse px-2.5 py-1.5 text-dense text-on-inverse shadow-float"
    >
      <Sign aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  );
}

/** From the pointer to the hint: past the ghost, in pixels. */
const BESIDE = 12;
const BELOW = 64;

function useFollowing(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Twenty times a second: a style, and nothing to render.
    const follow = ({ clientX, clientY }: DragEvent): void => {
      if (box.current === null) return;
      const { offsetWidth, offsetHeight, style } = box.current;
      const x = Math.min(clientX + BESIDE, window.innerWidth - offsetWidth);
      const hasRoom = clientY + BELOW + offsetHeight <= window.innerHeight;
      const y = hasRoom ? clientY + BELOW : clientY - BESIDE - offsetHeight;
      style.translate = `${Math.max(0, x)}px ${Math.max(0, y)}px`;
      style.visibility = 'visible';
    };
    window.addEventListener('dragover', follow);
    return () => window.removeEventListener('dragover', follow);
  }, [box]);
}
