import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/choice.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Tick } from '../../components/tick.tsx';
import type { Done } from '../../parts/done-bar.tsx';
import { useDraft } from '../../state/draft.ts';
import { callService, useServiceAction } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';
import { dispositions, type Policy } from './policy.ts';

type Asked = { readonly onChoose: (id: string) => void; readonly onTell: (done: Done) => void };

/** Makes a retention policy. It keeps nothing before it is assigned. */
export function NewPolicyButton(asked: Asked): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" onPress={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {texts.governance.newPolicy}
      </Button>
      {isOpen && <NewPolicyDialog {...asked} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The gentlest: it lets go in the end, and can be changed until then. */
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

function NewPolicyDialog({ onChoose, onTell, onClose }: Asked & { onClose: () => void }): ReactNode {
  const { values, set } = useDraft(usual);
  const create = useServiceAction((bridge) => callService(bridge, 'createRetentionPolicy', { body: bodyOf(values) }));
  const created = ({ id, policy_name: name = '' }: Policy): void => {
    onClose();
    onChoose(id);
    onTell({ sentence: texts.governance.policyCreated(name), undo: null });
  };
  const words = texts.governance;
  return (
    <Dialog title={words.newPolicy} onClose={onClose}>
      <Form
        fields={fields}
        refused={create.error}
        action={texts.manage.create}
        cancel={texts.actions.cancel}
        isPending={create.isPending}
        onSubmit={() => create.mutate(undefined, { onSuccess: created })}
        onCancel={onClose}
      >
        <Field name="policy_name" label={words.name} value={values.policy_name} onChange={set('policy_name')} isFirst />
        <Field
          name="description"
          label={words.description}
          value={values.description}
          onChange={set('description')}
          lines={2}
        />
        <Tick label={words.forEver} isOn={values.isForEver} onChange={set('isForEver')} />
        {!values.isForEver && (
          <Field name="retention_length" label={words.length} value={values.days} onChange={set('days')} />
        )}
        <Choice
          label={words.action}
          options={dispositions.map((id) => ({ id, label: words.actions[id] }))}
          value={values.disposition_action}
          onChange={set('disposition_action')}
        />
        <Tick
          label={words.modifiable}
          help={words.modifiableHelp}
          isOn={values.isModifiable}
          onChange={set('isModifiable')}
        />
        <Tick
          label={words.extend}
          isOn={values.can_owner_extend_retention}
          onChange={set('can_owner_extend_retention')}
        />
        <Tick label={words.notify} isOn={values.are_owners_notified} onChange={set('are_owners_notified')} />
      </Form>
    </Dialog>
  );
}
