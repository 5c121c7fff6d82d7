import type { ReactNode } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components';

/** A tooltip that names an icon on hover and focus. */
export function Tip({
  text,
  placement = 'bottom',
  className = '',
  children,
}: {
  text: string;
  placement?: 'bottom' | 'right';
  className?: string;
  /** A button or a link of React Aria. */
  children: ReactNode;
}): ReactNode {
  return (
    <TooltipTrigger delay={300} closeDelay={0}>
      {children}
      <Tooltip
        placement={placement}
        offset={8}
        className={`rounded-control bg-inverse px-2.5 py-1.5 text-on-inverse text-small ${className}`}
      >
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}
