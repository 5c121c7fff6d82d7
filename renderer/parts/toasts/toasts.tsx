import { createContext, type ReactNode, useContext, useState } from 'react';
import { LatePlace } from '../../components/feedback/late-place.tsx';
import { lazyWithRetry } from '../../components/feedback/lazy-with-retry.ts';
import { usePreloaded } from '../../components/feedback/use-preloaded.ts';
import { LateRefusalsProvider } from '../../state/bridge/late-refusals.ts';
import { type Done, refusal } from './done.ts';

const Toasts = lazyWithRetry(async () => (await import('./toast-region.tsx')).Toasts);

const ToastContext = createContext<((done: Done) => void) | null>(null);

/** Holds the last completed action for all pages: a toast outlives its page. */
export function ToastProvider({ children }: { children: ReactNode }): ReactNode {
  usePreloaded(Toasts);
  const [last, setLast] = useState<Done | null>(null);
  const [refused] = useState(() => (error: unknown) => setLast(refusal(error)));
  return (
    <ToastContext value={setLast}>
      <LateRefusalsProvider value={refused}>{children}</LateRefusalsProvider>
      {last !== null && (
        <LatePlace>
          <Toasts last={last} />
        </LatePlace>
      )}
    </ToastContext>
  );
}

/** Shows a completed action; a later one replaces it. Stable. */
export function useToast(): (done: Done) => void {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('a toast was asked for outside the ToastProvider');
  return show;
}
