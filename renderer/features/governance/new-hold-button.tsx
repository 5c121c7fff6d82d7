import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Tick } from '../../components/tick.tsx';
import type { Done } from '../../parts/done-bar.tsx';
import { useDraft } from '../../state/draft.ts';
import { callService, useServiceAction } from '../../state/service.ts';
import { wireMoment } from '../../style/dates.ts';
import { texts } from '../../style/texts.ts';
import type { Hold } from './hold.ts';

type Asked = { readonly onChoose: (id: string) => void; readonly onTell: (done: Done) => void };

/** Makes a legal hold. It holds nothing before it is assigned. */
export function NewHoldButton(asked: Asked): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" onPress={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {texts.governance.newHold}
      </Button>
      {isOpen && <NewHoldDialog {...asked} onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ['policy_name', 'description', 'filter_started_at', 'filter_ended_at'];

function NewHoldDialog({ onChoose, onTell, onClose }: Asked & { onClose: () => void }): ReactNode {
  const { values, set } = useDraft({ policy_name: '', description: '', isOngoing: true, from: '', to: '' });
  const create = useServiceAction((bridge) => {
    const { policy_name, description, isOngoing, from, to } = values;
    const time = isOngoing ? { is_ongoing: true } : betweenOf(from, to);
    return callService(bridge, 'createLegalHoldPolicy', { body: { policy_name, description, ...time } });
  });
  const created = ({ id, policy_name: name = '' }: Hold): void => {
    onClose();
    onChoose(id);
    onTell({
      sentence: texts.governance.holdCreated(name),
      undo: (bridge) => callService(bridge, 'deleteLegalHoldPolicy', { params: { legal_hold_policy_id: id } }),
    });
  };
  const words = texts.governance;
  return (
    <Dialog title={words.newHold} onClose={onClose}>
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
        <Tick label={words.ongoing} help={words.ongoingHelp} isOn={values.isOngoing} onChange={set('isOngoing')} />
        {!values.isOngoing && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field name="filter_started_at" label={words.from} type="date" value={values.from} onChange={set('from')} />
            <Field name="filter_ended_at" label={words.to} type="date" value={values.to} onChange={set('to')} />
          </div>
        )}
      </Form>
    </Dialog>
  );
}

/** From the beginning of the one day to the beginning of the other; what is not filled in the service asks for. */
function betweenOf(from: string, to: string): { filter_started_at?: string; filter_ended_at?: string } {
  const [start, end] = [wireMoment(from), wireMoment(to)];
  return {
    ...(start === null ? {} : { filter_started_at: start }),
    ...(end === null ? {} : { filter_ended_at: end }),
  };
}
