import { type ReactNode, useDeferredValue } from 'react';

/** Leaves its content out of the first frame, for a keypress or a click that shows more than one frame has time for. */
export function Deferred({ children }: { children: ReactNode }): ReactNode {
  const isDue = useDeferredValue(true, false);
  return isDue ? children : null;
}
