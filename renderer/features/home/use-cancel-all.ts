import { useEffect, useRef, useState } from 'react';
import type { TransferStatus } from '../../../preload/ipc/shapes/status.ts';
import { useBridge } from '../../state/bridge/bridge.ts';

/**
 * Cancels as many transfers as there were when it began. The status lists the first ones only, so the others follow as they move up in the list.
 */
export function useCancelAll(
  listed: readonly TransferStatus[],
  total: number,
): { readonly isRunning: boolean; readonly begin: () => void } {
  const bridge = useBridge();
  const [left, setLeft] = useState(0);
  const sent = useRef(new Set<string>());
  const next =
    left === 0 ? [] : listed.filter(({ id, canCancel }) => canCancel && !sent.current.has(id)).slice(0, left);
  useEffect(() => {
    if (next.length === 0) return;
    for (const { id } of next) {
      sent.current.add(id);
      // One that is over by now is refused, which is as good.
      void bridge.call('transfer.cancel', { id });
    }
    setLeft((before) => before - next.length);
  }, [next, bridge]);
  return { isRunning: left > 0, begin: () => setLeft(total) };
}
