import { type ReactNode, useEffect, useRef } from 'react';

/** The question of a step. The keyboard and the screen reader begin here whenever a step comes. */
export function StepHeading({ title, detail }: { title: string; detail: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-1">
      <h1 ref={heading} tabIndex={-1} className="font-semibold text-title focus-visible:outline-none">
        {title}
      </h1>
      <p className="text-dim">{detail}</p>
    </div>
  );
}
