import { ArchiveX, Trash2 } from 'lucide-react';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import { detailsAct } from '../../../parts/rows/look-acts.ts';
import type { EntryAct } from '../../../parts/rows/row-act.ts';
import { callService } from '../../../state/service/service.ts';
import { administration } from '../../../texts/administration.ts';
import type { Policy } from './policy.ts';

/** The actions on a retention policy. A non-modifiable one cannot be deleted, only retired. */
export function policyActs(policy: Policy, steps: ListSteps): readonly EntryAct[] {
  return [
    detailsAct(policy.id, steps),
    ...(policy.status === 'active' ? [retireAct(policy)] : []),
    ...(policy.retention_type === 'modifiable' ? [deleteAct(policy, steps)] : []),
  ];
}

function retireAct({ id, policy_name: name = '' }: Policy): EntryAct {
  const { retire, retireTitle, retireDetail, retireAction, retired } = administration.governance;
  return {
    id: 'retire',
    icon: ArchiveX,
    label: retire,
    group: 'remove',
    confirm: { title: retireTitle(name), detail: retireDetail, action: retireAction },
    send: async (bridge) => {
      const params = { retention_policy_id: id };
      await callService(bridge, 'updateRetentionPolicy', { params, body: { status: 'retired' } });
      return { sentence: retired(name), undo: null };
    },
  };
}

function deleteAct({ id, policy_name: name = '' }: Policy, { onGone }: ListSteps): EntryAct {
  const { deletePolicy, deletePolicyTitle, deletePolicyDetail, deletePolicyAction, policyDeleted } =
    administration.governance;
  return {
    id: 'delete',
    icon: Trash2,
    label: deletePolicy,
    group: 'remove',
    confirm: { title: deletePolicyTitle(name), detail: deletePolicyDetail, action: deletePolicyAction },
    send: async (bridge) => {
      await callService(bridge, 'deleteRetentionPolicy', { params: { retention_policy_id: id } });
      onGone(id);
      return { sentence: policyDeleted(name), undo: null };
    },
  };
}
