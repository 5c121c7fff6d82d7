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
import { wireMoment } from '../../../texts/dates.ts';
import { NameFields } from '../name-fields.tsx';

/** Creates a legal hold. It holds nothing until it has targets. */
export function NewHoldButton(steps: ListSteps): ReactNode {
  return (
    <DialogButton icon={Plus} label={administration.governance.newHold} kind="primary">
      {(close) => <NewHoldDialog {...steps} onClose={close} />}
    </DialogButton>
  );
}

const fields = ['policy_name', 'description', 'filter_started_at', 'filter_ended_at'];
const usual = { policy_name: '', description: '', isOngoing: true, from: '', to: '' };

function NewHoldDialog(steps: CreateSteps): ReactNode {
  const draft = useDraft(usual);
  const { values, set } = draft;
  const create = useServiceAction(
    (bridge) => {
      const { policy_name, description, isOngoing, from, to } = values;
      const time = isOngoing ? { is_ongoing: true } : betweenOf(from, to);
      return callService(bridge, 'createLegalHoldPolicy', { body: { policy_name, description, ...time } });
    },
    ({ id, policy_name: name = '' }) =>
      steps.onTell({
        sentence: administration.governance.holdCreated(name),
        undo: (bridge) => callService(bridge, 'deleteLegalHoldPolicy', { params: { legal_hold_policy_id: id } }),
      }),
  );
  const words = administration.governance;
  return (
    <CreateDialog steps={steps} title={words.newHold} fields={fields} sending={create}>
      <NameFields draft={draft} isFirst />
      <Checkbox label={words.ongoing} help={words.ongoingHelp} isOn={values.isOngoing} onChange={set('isOngoing')} />
      {!values.isOngoing && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field name="filter_started_at" label={words.from} type="date" value={values.from} onChange={set('from')} />
          <Field name="filter_ended_at" label={words.to} type="date" value={values.to} onChange={set('to')} />
        </div>
      )}
    </CreateDialog>
  );
}

/** From the start of the first day to the last second of the last one; the service asks for missing values. */
function betweenOf(from: string, to: string): { filter_started_at?: string; filter_ended_at?: string } {
  const [start, end] = [wireMoment(from), to === '' ? null : wireMoment(`${to}T23:59:59`)];
  return {
    ...(start === null ? {} : { filter_started_at: start }),
    ...(end === null ? {} : { filter_ended_at: end }),
  };
}
