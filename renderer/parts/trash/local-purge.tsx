import type { ReactNode } from 'react';
import type { Trashed } from '../../../preload/ipc/shapes/attention.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { CommandRefused } from '../../state/bridge/bridge.ts';
import { baseName } from '../../state/items/base-name.ts';
import { useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { PurgeDialog } from './purge-dialog.tsx';

/** Asks before items of the local trash are permanently deleted. `onDone`: they are. */
export function LocalPurge({
  items,
  onDone,
  onClose,
}: {
  items: readonly Trashed[];
  onDone?: () => void;
  onClose: () => void;
}): ReactNode {
  const purge = useServiceAction((bridge) => purgeAll(bridge, items), onDone);
  const [first] = items;
  return (
    <PurgeDialog
      count={items.length}
      name={first === undefined ? '' : baseName(first.path)}
      detail={texts.trash.localPurgeDetail}
      acting={purge}
      onConfirm={() => purge.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** The maximum per call. */
const PURGED_AT_ONCE = 1_000;

/** Goes on after items that can't be deleted, such as those on a drive that is not connected, and reports the first of them at the end. */
async function purgeAll(bridge: TandemBridge, items: readonly Trashed[]): Promise<void> {
  let refusal: CommandRefused | null = null;
  for (let start = 0; start < items.length; start += PURGED_AT_ONCE) {
    const ids = items.slice(start, start + PURGED_AT_ONCE).map(({ id }) => id);
    const answer = await bridge.call('trash.local.purge', { ids });
    if (!answer.ok) refusal ??= new CommandRefused(answer.error);
  }
  if (refusal !== null) throw refusal;
}
