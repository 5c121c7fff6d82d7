import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, Skeleton } from '../../components/page-state.tsx';
import type { CommandRefused } from '../../state/bridge.ts';

/** What a section shows once its answer is here; until then its shape, or what went wrong. */
export function Asked<Value>({
  answer,
  skeleton,
  children,
}: {
  answer: UseQueryResult<Value, CommandRefused>;
  /** Height of what will come, e.g. `h-24`. */
  skeleton: string;
  children: (value: Value) => ReactNode;
}): ReactNode {
  if (answer.data !== undefined) return children(answer.data);
  if (answer.error === null) return <Skeleton className={skeleton} />;
  const { message, remedy } = answer.error;
  return <ErrorState sentence={message} remedy={remedy} onRetry={() => void answer.refetch()} />;
}
