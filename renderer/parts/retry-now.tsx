import type { ReactNode } from 'react';
import { Button } from '../components/controls/button.tsx';
import { ErrorMessage } from '../components/feedback/error-message.tsx';
import { useAction } from '../state/bridge/actions.ts';
import { useStatus } from '../state/bridge/session.ts';
import { useNow } from '../state/hooks/use-now.ts';
import { formatUntil } from '../texts/format.ts';
import { texts } from '../texts/texts.ts';

/** True while the service does not answer, also while syncing is paused. */
export const useIsOffline = (): boolean => useStatus(({ account }) => account.state === 'offline') === true;

/** When the service is tried next; empty: unknown, or due. */
export function useNextTry(): string {
  const nowMs = useNow();
  const atMs = useStatus(({ account }) => (account.state === 'offline' ? account.retryAtMs : null));
  return atMs === null || atMs <= nowMs ? '' : texts.connection.nextTry(formatUntil(atMs, nowMs, true));
}

/** Tries the service at once. */
export function RetryNow({ className = '' }: { className?: string }): ReactNode {
  const retry = useAction('problem.retry');
  return (
    <>
      <Button className={className} isBusy={retry.isPending} onPress={() => retry.mutate({})}>
        {texts.connection.retryNow}
      </Button>
      <ErrorMessage error={retry.error} />
    </>
  );
}
