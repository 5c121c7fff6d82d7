import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import type { Done } from '../../parts/done-bar.tsx';
import { callService, useServiceAction } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';
import type { Group } from './group.ts';

type Asked = { readonly onChoose: (id: string) => void; readonly onTell: (done: Done) => void };

/** Asks for the name of a new group. */
export function NewGroupButton(asked: Asked): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" onPress={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {texts.people.newGroup}
      </Button>
      {isOpen && <NewGroupDialog {...asked} onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ['name', 'description'];

function NewGroupDialog({ onChoose, onTell, onClose }: Asked & { onClose: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const create = useServiceAction((bridge) => callService(bridge, 'createGroup', { body: { name, description } }));
  const created = (group: Group): void => {
    onClose();
    onChoose(group.id);
    onTell({
      sentence: texts.people.groupCreated(group.name ?? ''),
      undo: (bridge) => callService(bridge, 'deleteGroup', { params: { group_id: group.id } }),
    });
  };
  return (
    <Dialog title={texts.people.newGroup} onClose={onClose}>
      <Form
        fields={fields}
        refused={create.error}
        action={texts.manage.create}
        cancel={texts.actions.cancel}
        isPending={create.isPending}
        onSubmit={() => create.mutate(undefined, { onSuccess: created })}
        onCancel={onClose}
      >
        <Field name="name" label={texts.people.name} value={name} onChange={setName} isFirst />
        <Field
          name="description"
          label={texts.people.description}
          value={description}
          onChange={setDescription}
          lines={2}
        />
      </Form>
    </Dialog>
  );
}
