import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import type { Done } from '../../parts/done-bar.tsx';
import { callService, useServiceAction } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';
import type { Hub } from './hub.ts';

const fields = ['title', 'description'];

/** Asks for the title of a new hub; who makes it is its co-owner. */
export function NewHubButton({
  onChoose,
  onTell,
}: {
  onChoose: (id: string) => void;
  onTell: (done: Done) => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const create = useServiceAction((bridge) => callService(bridge, 'createHub', { body: { title, description } }));
  const close = (): void => {
    setOpen(false);
    setTitle('');
    setDescription('');
    create.reset();
  };
  const created = (hub: Hub): void => {
    close();
    onChoose(hub.id);
    onTell({
      sentence: texts.hubs.created(hub.title ?? ''),
      undo: (bridge) => callService(bridge, 'deleteHub', { params: { hub_id: hub.id } }),
    });
  };
  return (
    <>
      <Button kind="primary" onPress={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {texts.hubs.new}
      </Button>
      {isOpen && (
        <Dialog title={texts.hubs.new} onClose={close}>
          <Form
            fields={fields}
            refused={create.error}
            action={texts.manage.create}
            cancel={texts.actions.cancel}
            isPending={create.isPending}
            onSubmit={() => create.mutate(undefined, { onSuccess: created })}
            onCancel={close}
          >
            <Field name="title" label={texts.hubs.titleField} value={title} onChange={setTitle} isFirst />
            <Field
              name="description"
              label={texts.hubs.descriptionField}
              value={description}
              onChange={setDescription}
              lines={3}
            />
          </Form>
        </Dialog>
      )}
    </>
  );
}
