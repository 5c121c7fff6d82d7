import { createContext, type ReactNode, useContext, useState } from 'react';
import { LatePlace } from '../../components/feedback/late-place.tsx';
import { lazyWithRetry } from '../../components/feedback/lazy-with-retry.ts';
import { usePreloaded } from '../../components/feedback/use-preloaded.ts';
import { LateRefusalsProvider } from '../../state/bridge/late-refusals.ts';
import { type Done, refusal } from './done.ts';

const Toasts = lazyWithRetry(async () => (await import('./toast-region.tsx')).Toasts);

const ToastContext = createContext<((done: Done) => void) | null>(null);

/** Work under way. Its number stays the same while others end. */
type Running = { readonly id: number; readonly done: Done };

/** Holds the last completed action, and the work under way, for all pages: a toast outlives its page. */
export function ToastProvider({ children }: { children: ReactNode }): ReactNode {
  usePreloaded(Toasts);
  const [last, setLast] = useState<Done | null>(null);
  const [running, setRunning] = useState<readonly Running[]>([]);
  const [show] = useState(() => (done: Done): void => {
    if (done.work === undefined) return setLast(done);
    setRunning((others) => [...others, { id: (others.at(-1)?.id ?? 0) + 1, done }]);
    const end = (): void => setRunning((all) => all.filter((one) => one.done !== done));
    void done.work.ended.then(end, end);
  });
  const [refused] = useState(() => (error: unknown) => show(refusal(error)));
  return (
    <ToastContext value={show}>
      <LateRefusalsProvider value={refused}>{children}</LateRefusalsProvider>
      {(last !== null || running.length > 0) && (
        <LatePlace>
          <Toasts last={last} running={running} />
        </LatePlace>
      )}
    </ToastContext>
  );
}

/** Shows a completed action until a later one replaces it, or work until it ends. Stable. */
export function useToast(): (done: Done) => void {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('a toast was asked for outside the ToastProvider');
  return show;
}
