import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { DialogButton } from '../../../components/overlay/dialog-button.tsx';
import { CreateDialog, type CreateSteps } from '../../../parts/create-dialog.tsx';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import { callService, useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';

/** Asks for the name of a new group. */
export function NewGroupButton(steps: ListSteps): ReactNode {
  return (
    <DialogButton icon={Plus} label={texts.people.newGroup} kind="primary">
      {(close) => <NewGroupDialog {...steps} onClose={close} />}
    </DialogButton>
  );
}

const fields = ['name', 'description'];

function NewGroupDialog(steps: CreateSteps): ReactNode {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const create = useServiceAction(
    (bridge) => callService(bridge, 'createGroup', { body: { name, description } }),
    (group) =>
      steps.onTell({
        sentence: texts.people.groupCreated(group.name ?? ''),
        undo: (bridge) => callService(bridge, 'deleteGroup', { params: { group_id: group.id } }),
      }),
  );
  return (
    <CreateDialog steps={steps} title={texts.people.newGroup} fields={fields} sending={create}>
      <Field name="name" label={texts.people.name} value={name} onChange={setName} isFirst />
      <Field
        name="description"
        label={texts.people.description}
        value={description}
        onChange={setDescription}
        lines={2}
      />
    </CreateDialog>
  );
}
