import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Select } from '../../../components/controls/select.tsx';
import { Field } from '../../../components/form/field.tsx';
import { DialogButton } from '../../../components/overlay/dialog-button.tsx';
import { CreateDialog, type CreateSteps } from '../../../parts/create-dialog.tsx';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import { useSelf } from '../../../state/account/person.ts';
import { useDraft } from '../../../state/hooks/use-draft.ts';
import { callService, useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';

/** Creates an account. The undo deactivates it: accounts are not deleted here. */
export function NewUserButton(steps: ListSteps): ReactNode {
  return (
    <DialogButton icon={Plus} label={texts.people.newUser} kind="primary">
      {(close) => <NewUserDialog {...steps} onClose={close} />}
    </DialogButton>
  );
}

const fields = ['name', 'login', 'job_title'];

function NewUserDialog(steps: CreateSteps): ReactNode {
  const self = useSelf();
  const { values, set } = useDraft({ name: '', login: '', job_title: '', role: 'user' as 'user' | 'coadmin' });
  const create = useServiceAction(
    (bridge) => callService(bridge, 'createUser', { body: values }),
    ({ name = '' }) =>
      steps.onTell({ sentence: `${texts.people.created(name)} ${texts.people.noPassword}`, undo: null }),
  );
  const words = texts.people;
  return (
    <CreateDialog steps={steps} title={words.newUser} fields={fields} sending={create}>
      <Field name="name" label={words.name} value={values.name} onChange={set('name')} isFirst />
      <Field name="login" label={words.login} help={words.loginHelp} value={values.login} onChange={set('login')} />
      <Field name="job_title" label={words.jobTitle} value={values.job_title} onChange={set('job_title')} />
      {self?.role === 'admin' && (
        <Select
          label={words.role}
          options={(['user', 'coadmin'] as const).map((id) => ({ id, label: words.roles[id] }))}
          value={values.role}
          onChange={set('role')}
        />
      )}
    </CreateDialog>
  );
}
