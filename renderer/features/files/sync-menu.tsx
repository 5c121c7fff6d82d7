import { Laptop } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import { MenuButton, type MenuEntry } from '../../components/controls/menu-button.tsx';
import { ask } from '../../state/bridge/bridge.ts';
import type { Item } from '../../state/items/item.ts';
import { useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import type { SyncStates } from './sync-states.ts';

type Choice = 'synced' | 'not_synced';

/** Which of the chosen folders are kept on this computer. Taken off, they stay on the service; chosen again, they come back. */
export function SyncMenu({
  chosen,
  sync,
  onRefused,
}: {
  chosen: readonly Item[];
  sync: SyncStates;
  onRefused: (sentence: string | null) => void;
}): ReactNode {
  const set = useServiceAction((bridge, { rootId, state }: { rootId: number; state: Choice }) =>
    select(bridge, rootId, chosen, state),
  );
  const { rootId } = sync;
  const states = new Set(chosen.map(sync.of));
  const areAllFolders = chosen.every(({ type }) => type === 'folder');
  if (rootId === null || !areAllFolders || states.has('root') || states.has('outside') || states.has('unknown'))
    return null;
  const entries: readonly MenuEntry[] = [
    ...(states.has('not_synced') || states.has('partially_synced')
      ? [{ id: 'synced', label: texts.files.keepHere }]
      : []),
    ...(states.has('synced') || states.has('partially_synced')
      ? [{ id: 'not_synced', label: texts.files.dropHere }]
      : []),
  ];
  const choose = (state: Choice): void =>
    set.mutate(
      { rootId, state },
      { onSuccess: () => onRefused(null), onError: ({ message, remedy }) => onRefused(`${message} ${remedy}`) },
    );
  return (
    <MenuButton
      label={texts.files.onThisComputer}
      entries={entries}
      isDisabled={set.isPending}
      onAction={(id) => choose(id === 'synced' ? 'synced' : 'not_synced')}
    >
      <Laptop aria-hidden className="size-4" />
      {texts.files.onThisComputer}
    </MenuButton>
  );
}

async function select(bridge: TandemBridge, rootId: number, items: readonly Item[], state: Choice): Promise<void> {
  await ask(bridge, 'selection.set', { rootId, changes: items.map(({ id }) => ({ folderId: id, state })) });
}
