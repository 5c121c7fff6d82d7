import type { ReactNode } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { Facts } from '../../../components/layout/facts.tsx';
import { SidePanel } from '../../../components/overlay/side-panel.tsx';
import { DraftForm } from '../../../parts/draft-form.tsx';
import { EntryButtons } from '../../../parts/rows/entry-buttons.tsx';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import { useDraftSave, useKeptDraft } from '../../../state/hooks/use-draft.ts';
import { callService } from '../../../state/service/service.ts';
import { administration } from '../../../texts/administration.ts';
import { texts } from '../../../texts/texts.ts';
import { NameFields } from '../name-fields.tsx';
import { dispositions, keptFor, type Policy } from './policy.ts';
import { policyActs } from './policy-acts.ts';
import { PolicyAssignments } from './policy-assignments.tsx';
import { PolicyEndFields } from './policy-end-fields.tsx';
import { PolicyState } from './policy-state.tsx';

/** One retention policy: its targets, the retained content, and its retirement. */
export function PolicyPanel({ policy, ...steps }: ListSteps & { readonly policy: Policy }): ReactNode {
  const { policy_name: name = '', status = '', created_by: by } = policy;
  const words = administration.governance;
  const isActive = status === 'active';
  return (
    <SidePanel title={name} detail={by === undefined ? '' : words.by(by.name)} onClose={() => steps.onChoose(null)}>
      <div className="grid gap-5 px-4 pb-4">
        <Facts
          facts={[
            [texts.manage.state, <PolicyState key="state" status={status} />],
            [words.policyColumns.length, keptFor(policy.retention_length)],
          ]}
        />
        <PolicyAssignments policyId={policy.id} isActive={isActive} onTell={steps.onTell} />
        {isActive && <PolicyForm policy={policy} />}
        <EntryButtons acts={policyActs(policy, steps)} />
      </div>
    </SidePanel>
  );
}

const fields = ['policy_name', 'description', 'retention_length', 'disposition_action'];

function PolicyForm({ policy }: { policy: Policy }): ReactNode {
  const isForEver = policy.policy_type === 'indefinite';
  const draft = useKeptDraft(`policy.${policy.id}`, {
    policy_name: policy.policy_name ?? '',
    description: policy.description ?? '',
    retention_length: isForEver ? '' : (policy.retention_length ?? ''),
    disposition_action: dispositions.find((known) => known === policy.disposition_action) ?? 'remove_retention',
    can_owner_extend_retention: policy.can_owner_extend_retention ?? false,
    are_owners_notified: policy.are_owners_notified ?? false,
  });
  const { values, set } = draft;
  const save = useDraftSave(draft, (bridge, body) =>
    callService(bridge, 'updateRetentionPolicy', { params: { retention_policy_id: policy.id }, body }),
  );
  const words = administration.governance;
  return (
    <DraftForm fields={fields} draft={draft} sending={save}>
      <NameFields draft={draft} />
      {!isForEver && (
        <Field
          name="retention_length"
          label={words.length}
          value={values.retention_length}
          onChange={set('retention_length')}
        />
      )}
      <PolicyEndFields draft={draft} />
    </DraftForm>
  );
}
