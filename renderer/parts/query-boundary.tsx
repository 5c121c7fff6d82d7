import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, Skeleton } from '../components/feedback/page-state.tsx';
import type { CommandRefused } from '../state/bridge/bridge.ts';
import type { List } from '../state/service/use-list.ts';

/** Shows a part of a page once its data has loaded; until then a skeleton, or the error. */
export function QueryBoundary<Value>({
  answer,
  skeleton,
  children,
}: {
  answer: UseQueryResult<Value, CommandRefused>;
  /** Height of the expected content, e.g. `h-24`. */
  skeleton: string;
  children: (value: Value) => ReactNode;
}): ReactNode {
  if (answer.data !== undefined) return children(answer.data);
  if (answer.error === null) return <Skeleton className={skeleton} />;
  return <Again error={answer.error} onRetry={() => void answer.refetch()} />;
}

/** Shows a tab once its list has loaded; until then a skeleton, or the error. What is loaded stays when the rest is refused. */
export function Listed({
  listing: { entries, isPending, error, again },
  children,
}: {
  listing: Pick<List<unknown>, 'entries' | 'isPending' | 'error' | 'again'>;
  children: ReactNode;
}): ReactNode {
  if (isPending) return <Skeleton className="h-24" />;
  return error === null || entries.length > 0 ? children : <Again error={error} onRetry={again} />;
}

function Again({ error, onRetry }: { error: CommandRefused; onRetry: () => void }): ReactNode {
  return <ErrorState sentence={error.message} remedy={error.remedy} onRetry={onRetry} />;
}
