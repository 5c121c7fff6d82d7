import type { Status } from '../../../preload/ipc/shapes/status.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { useSession } from '../../state/bridge/session.ts';
import type { Store } from '../../state/bridge/store.ts';
import { useServiceAction } from '../../state/service/service.ts';

/** Cancels as many transfers as there are when it begins. */
export function useCancelAll(): { readonly isRunning: boolean; readonly begin: () => void } {
  const { status } = useSession();
  const cancel = useServiceAction((bridge, count: number) => cancelListed(bridge, status, count, new Set()));
  return { isRunning: cancel.isPending, begin: () => cancel.mutate(status.get()?.transfersTotal ?? 0) };
}

/** The status lists the first transfers only, so the others follow as they move up in the list. */
async function cancelListed(
  bridge: TandemBridge,
  status: Store<Status | null>,
  left: number,
  sent: Set<string>,
): Promise<void> {
  const listed = status.get()?.transfers ?? [];
  const next = listed.filter(({ id, canCancel }) => canCancel && !sent.has(id)).slice(0, left);
  for (const { id } of next) sent.add(id);
  // Cancelling a finished transfer is refused, which does no harm.
  await Promise.all(next.map(({ id }) => bridge.call('transfer.cancel', { id })));
  if (listed.length === 0 || next.length === left) return;
  await changeOf(status);
  await cancelListed(bridge, status, left - next.length, sent);
}

const changeOf = (store: Store<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const end = store.subscribe(() => {
      end();
      resolve();
    });
  });
