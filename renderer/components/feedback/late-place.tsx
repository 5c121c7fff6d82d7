import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/** The place of a part that may still be loading: empty until then. If its script is refused, only this place shows an error. */
export function LatePlace({ children }: { children: ReactNode }): ReactNode {
  return (
    <ErrorBoundary>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
