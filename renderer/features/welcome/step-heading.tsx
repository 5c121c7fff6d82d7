import { type ReactNode, useEffect, useRef } from 'react';

/** The question of a step. It takes the focus at each new step. */
export function StepHeading({ title, detail }: { title: string; detail: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-2">
      <h1
        ref={heading}
        tabIndex={-1}
        className="font-semibold text-display focus-visible:outline-none max-sm:text-hero"
      >
        {title}
      </h1>
      <p className="text-pretty text-dim text-heading">{detail}</p>
    </div>
  );
}
