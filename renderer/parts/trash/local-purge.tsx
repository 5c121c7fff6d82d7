import type { ReactNode } from 'react';
import type { Trashed } from '../../../preload/ipc/shapes/attention.ts';
import { ask } from '../../state/bridge/bridge.ts';
import { baseName } from '../../state/items/base-name.ts';
import { texts } from '../../texts/texts.ts';
import { PurgeItems } from './purge-items.tsx';

/** Asks before items of the local trash are permanently deleted. `onDone`: some of them are. */
export function LocalPurge(props: { items: readonly Trashed[]; onDone?: () => void; onClose: () => void }): ReactNode {
  return (
    <PurgeItems
      {...props}
      nameOf={({ path }) => baseName(path)}
      detail={texts.trash.localPurgeDetail}
      purge={(bridge, { id }) => ask(bridge, 'trash.local.purge', { ids: [id] })}
    />
  );
}
