import { LogOut } from 'lucide-react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import type { EntryAct } from '../../parts/rows/row-act.ts';
import { CommandRefused } from '../../state/bridge/bridge.ts';
import { ownCollaborations } from '../../state/items/collaborations.ts';
import { type Item, nameOf } from '../../state/items/item.ts';
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
  const access = await ownCollaborations(bridge, item, userId);
  const own = access.find(({ accessible_by: by }) => by?.type === 'user');
  if (own === undefined) {
    throw new CommandRefused({ code: 'through_group', message: texts.sharing.throughGroup, remedy: '' });
  }
  await callService(bridge, 'deleteCollaboration', { params: { collaboration_id: own.id } });
}
