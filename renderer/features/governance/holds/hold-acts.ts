import { LockOpen } from 'lucide-react';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import { detailsAct } from '../../../parts/rows/look-acts.ts';
import type { EntryAct } from '../../../parts/rows/row-act.ts';
import { callService } from '../../../state/service/service.ts';
import { administration } from '../../../texts/administration.ts';
import type { Hold } from './hold.ts';

/** The actions on a legal hold. */
export function holdActs({ id, policy_name: name = '', status }: Hold, steps: ListSteps): readonly EntryAct[] {
  const { release, releaseTitle, releaseDetail, releaseAction, released } = administration.governance;
  const open = detailsAct(id, steps);
  if (status !== 'active') return [open];
  return [
    open,
    {
      id: 'release',
      icon: LockOpen,
      label: release,
      group: 'remove',
      confirm: { title: releaseTitle(name), detail: releaseDetail, action: releaseAction },
      send: async (bridge) => {
        await callService(bridge, 'deleteLegalHoldPolicy', { params: { legal_hold_policy_id: id } });
        return { sentence: released(name), undo: null };
      },
    },
  ];
}
