import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Field } from '../../components/form/field.tsx';
import { DialogButton } from '../../components/overlay/dialog-button.tsx';
import { CreateDialog, type CreateSteps } from '../../parts/create-dialog.tsx';
import type { ListSteps } from '../../parts/rows/list-page.tsx';
import { callService, useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';

/** Asks for the title of a new hub. Its creator becomes co-owner. */
export function NewHubButton(steps: ListSteps): ReactNode {
  return (
    <DialogButton icon={Plus} label={texts.hubs.new} kind="primary">
      {(close) => <NewHubDialog {...steps} onClose={close} />}
    </DialogButton>
  );
}

const fields = ['title', 'description'];

function NewHubDialog(steps: CreateSteps): ReactNode {
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const create = useServiceAction(
    (bridge) => callService(bridge, 'createHub', { body: { title, description } }),
    (hub) =>
      steps.onTell({
        sentence: texts.hubs.created(hub.title ?? ''),
        undo: (bridge) => callService(bridge, 'deleteHub', { params: { hub_id: hub.id } }),
      }),
  );
  const words = texts.hubs;
  return (
    <CreateDialog steps={steps} title={words.new} fields={fields} sending={create}>
      <Field name="title" label={words.titleField} value={title} onChange={setTitle} isFirst />
      <Field
        name="description"
        label={words.descriptionField}
        value={description}
        onChange={setDescription}
        lines={3}
      />
    </CreateDialog>
  );
}
