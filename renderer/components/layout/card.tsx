import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** Without its frame, what is inside stays the same: a menu that is open there, and the focus. */
export function Card({
  children,
  className,
  isFramed = true,
}: {
  children: ReactNode;
  className?: string;
  isFramed?: boolean;
}): ReactNode {
  return (
    <div
      className={classNames('min-w-0', isFramed && 'rounded-card border border-line bg-card shadow-card', className)}
    >
      {children}
    </div>
  );
}

/** A titled section of a page; `aside` is at the end of the title line. */
export function Section({
  title,
  aside,
  children,
  className,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}): ReactNode {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classNames('flex min-w-0 flex-col gap-2', className)}>
      <div className="flex min-h-8 items-center justify-between gap-4">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
