import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox } from '../../../components/controls/choices/checkbox.tsx';
import { Field } from '../../../components/form/field.tsx';
import { DialogButton } from '../../../components/overlay/dialog-button.tsx';
import { CreateDialog, type CreateSteps } from '../../../parts/create-dialog.tsx';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import { useDraft } from '../../../state/hooks/use-draft.ts';
import { callService, useServiceAction } from '../../../state/service/service.ts';
import { administration } from '../../../texts/administration.ts';
import { NameFields } from '../name-fields.tsx';
import type { dispositions } from './policy.ts';
import { PolicyEndFields } from './policy-end-fields.tsx';

/** Creates a retention policy. It retains nothing until it has targets. */
export function NewPolicyButton(steps: ListSteps): ReactNode {
  return (
    <DialogButton icon={Plus} label={administration.governance.newPolicy} kind="primary">
      {(close) => <NewPolicyDialog {...steps} onClose={close} />}
    </DialogButton>
  );
}

/** The mildest defaults: content is released at the end, and the policy can be changed until then. */
const usual = {
  policy_name: '',
  description: '',
  isForEver: false,
  days: '365',
  disposition_action: 'remove_retention' as (typeof dispositions)[number],
  isModifiable: true,
  can_owner_extend_retention: false,
  are_owners_notified: false,
};

function bodyOf({ isForEver, days, isModifiable, ...others }: typeof usual) {
  const kind = isForEver
    ? { policy_type: 'indefinite' as const }
    : { policy_type: 'finite' as const, retention_length: days.trim() };
  const retention_type = isModifiable ? ('modifiable' as const) : ('non_modifiable' as const);
  return { ...others, ...kind, retention_type };
}

const fields = ['policy_name', 'description', 'retention_length'];

function NewPolicyDialog(steps: CreateSteps): ReactNode {
  const draft = useDraft(usual);
  const { values, set } = draft;
  const create = useServiceAction(
    (bridge) => callService(bridge, 'createRetentionPolicy', { body: bodyOf(values) }),
    ({ policy_name: name = '' }) =>
      steps.onTell({ sentence: administration.governance.policyCreated(name), undo: null }),
  );
  const words = administration.governance;
  return (
    <CreateDialog steps={steps} title={words.newPolicy} fields={fields} sending={create}>
      <NameFields draft={draft} isFirst />
      <Checkbox label={words.forEver} isOn={values.isForEver} onChange={set('isForEver')} />
      {!values.isForEver && (
        <Field name="retention_length" label={words.length} value={values.days} onChange={set('days')} />
      )}
      <PolicyEndFields draft={draft}>
        <Checkbox
          label={words.modifiable}
          help={words.modifiableHelp}
          isOn={values.isModifiable}
          onChange={set('isModifiable')}
        />
      </PolicyEndFields>
    </CreateDialog>
  );
}
