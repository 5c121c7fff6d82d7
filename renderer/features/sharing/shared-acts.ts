import { LogOut } from 'lucide-react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import type { EntryAct } from '../../parts/rows/row-act.ts';
import { CommandRefused } from '../../state/bridge/bridge.ts';
import { type Item, nameOf } from '../../state/items/item.ts';
import { byMarker } from '../../state/service/list-parts.ts';
import { callService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';

/** Leaves the collaboration. The owner keeps the item. */
export function leaveAct(item: Item, userId: string): EntryAct {
  const { leave, leaveAction, leaveOf, leaveTitle, leaveDetail } = texts.sharing;
  const name = nameOf(item);
  return {
    id: 'leave',
    icon: LogOut,
    label: leave,
    name: leaveOf(name),
    group: 'remove',
    confirm: { title: leaveTitle(name), detail: leaveDetail(item.owned_by?.name ?? ''), action: leaveAction },
    send: async (bridge) => {
      await leaveShare(bridge, item, userId);
      return { sentence: texts.sharing.left(name), undo: null };
    },
  };
}

async function leaveShare(bridge: TandemBridge, item: Item, userId: string): Promise<void> {
  const own = await collaborationOf(bridge, item, userId);
  if (own === null) {
    throw new CommandRefused({ code: 'through_group', message: texts.sharing.throughGroup, remedy: '' });
  }
  await callService(bridge, 'deleteCollaboration', { params: { collaboration_id: own } });
}

/** The id of the person's own collaboration; null: none, access comes from elsewhere. */
async function collaborationOf(bridge: TandemBridge, item: Item, userId: string): Promise<string | null> {
  const read = byMarker((by, marker) => {
    const query = { limit: 1000, ...marker };
    return item.type === 'folder'
      ? callService(by, 'listFolderCollaborations', { params: { folder_id: item.id }, query })
      : callService(by, 'listFileCollaborations', { params: { file_id: item.id }, query });
  });
  for (let marker: string | null = null; ; ) {
    const { entries, next } = await read(bridge, marker);
    const own = entries.find(({ accessible_by: by }) => by?.type === 'user' && by.id === userId);
    if (own !== undefined || next === null) return own?.id ?? null;
    marker = next;
  }
}
