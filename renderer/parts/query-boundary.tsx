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
  const { message, remedy } = answer.error;
  return <ErrorState sentence={message} remedy={remedy} onRetry={() => void answer.refetch()} />;
}

/** Shows a tab once its list has loaded or is refused, which the list says itself; until then a skeleton. A form beside it stays in any case. */
export function Listed({
  listing: { isPending },
  children,
}: {
  listing: Pick<List<unknown>, 'isPending'>;
  children: ReactNode;
}): ReactNode {
  return isPending ? <Skeleton className="h-24" /> : children;
}
