import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/choice.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import type { Done } from '../../parts/done-bar.tsx';
import { useDraft } from '../../state/draft.ts';
import { useSelf } from '../../state/person.ts';
import { callService, useServiceAction } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';
import type { User } from './user.ts';

type Asked = { readonly onChoose: (id: string) => void; readonly onTell: (done: Done) => void };

/** Makes an account. Its way back is to deactivate it: accounts are not deleted here. */
export function NewUserButton(asked: Asked): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" onPress={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {texts.people.newUser}
      </Button>
      {isOpen && <NewUserDialog {...asked} onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ['name', 'login', 'job_title'];

function NewUserDialog({ onChoose, onTell, onClose }: Asked & { onClose: () => void }): ReactNode {
  const self = useSelf();
  const { values, set } = useDraft({ name: '', login: '', job_title: '', role: 'user' as 'user' | 'coadmin' });
  const create = useServiceAction((bridge) => callService(bridge, 'createUser', { body: values }));
  const created = ({ id, name = '' }: User): void => {
    onClose();
    onChoose(id);
    onTell({ sentence: `${texts.people.created(name)} ${texts.people.noPassword}`, undo: null });
  };
  const words = texts.people;
  return (
    <Dialog title={words.newUser} onClose={onClose}>
      <Form
        fields={fields}
        refused={create.error}
        action={texts.manage.create}
        cancel={texts.actions.cancel}
        isPending={create.isPending}
        onSubmit={() => create.mutate(undefined, { onSuccess: created })}
        onCancel={onClose}
      >
        <Field name="name" label={words.name} value={values.name} onChange={set('name')} isFirst />
        <Field name="login" label={words.login} help={words.loginHelp} value={values.login} onChange={set('login')} />
        <Field name="job_title" label={words.jobTitle} value={values.job_title} onChange={set('job_title')} />
        {self?.role === 'admin' && (
          <Choice
            label={words.role}
            options={(['user', 'coadmin'] as const).map((id) => ({ id, label: words.roles[id] }))}
            value={values.role}
            onChange={set('role')}
          />
        )}
      </Form>
    </Dialog>
  );
}
