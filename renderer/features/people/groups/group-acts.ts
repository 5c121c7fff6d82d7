import { Trash2, UsersRound } from 'lucide-react';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import type { EntryAct } from '../../../parts/rows/row-act.ts';
import { callService } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import type { Group } from './group.ts';

/** The actions on a group. */
export function groupActs({ id, name = '' }: Group, { onChoose, onGone }: ListSteps): readonly EntryAct[] {
  const { deleteGroup, deleteGroupTitle, deleteGroupDetail, deleteGroupAction, groupDeleted, groupTabs } = texts.people;
  return [
    { id: 'open', icon: UsersRound, label: groupTabs.members, group: 'look', show: () => onChoose(id) },
    {
      id: 'delete',
      icon: Trash2,
      label: deleteGroup,
      group: 'remove',
      confirm: { title: deleteGroupTitle(name), detail: deleteGroupDetail, action: deleteGroupAction },
      send: async (bridge) => {
        await callService(bridge, 'deleteGroup', { params: { group_id: id } });
        onGone(id);
        return { sentence: groupDeleted(name), undo: null };
      },
    },
  ];
}
