import type { ReactNode } from 'react';
import { Checkbox } from '../../../components/controls/choices/checkbox.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { Field } from '../../../components/form/field.tsx';
import { DraftForm } from '../../../parts/draft-form.tsx';
import { CommandRefused } from '../../../state/bridge/bridge.ts';
import { useDraftSave, useKeptDraft } from '../../../state/hooks/use-draft.ts';
import { callService } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { bytesOfGigabytes, gigabytesOfBytes, quotaOf, UNLIMITED } from './space.ts';
import { givenRoles, type User } from './user.ts';

const fields = ['name', 'login', 'job_title', 'space_amount'];
const statuses = ['active', 'inactive', 'cannot_delete_edit', 'cannot_delete_edit_upload'] as const;

/** A user's name, rights and quota. */
export function UserForm({ user, mayGiveRoles }: { user: User; mayGiveRoles: boolean }): ReactNode {
  const amount = quotaOf(user.space_amount);
  const draft = useKeptDraft(`user.${user.id}`, {
    name: user.name ?? '',
    login: user.login ?? '',
    job_title: user.job_title ?? '',
    role: givenRoles.find((known) => known === user.role) ?? 'user',
    status: user.status ?? 'active',
    isUnlimited: amount < 0,
    space: gigabytesOfBytes(amount),
  });
  const { values, set } = draft;
  const save = useDraftSave(draft, (bridge, changes) => {
    const { isUnlimited, space, ...others } = changes;
    const room = isUnlimited === undefined && space === undefined ? {} : { space_amount: spaceOf(values) };
    return callService(bridge, 'updateUser', { params: { user_id: user.id }, body: { ...others, ...room } });
  });
  const words = texts.people;
  return (
    <DraftForm fields={fields} draft={draft} sending={save}>
      <Field name="name" label={words.name} value={values.name} onChange={set('name')} />
      <Field name="login" label={words.login} value={values.login} onChange={set('login')} />
      <Field name="job_title" label={words.jobTitle} value={values.job_title} onChange={set('job_title')} />
      {/* Only the operator of the service can appoint or remove administrators. */}
      {mayGiveRoles && user.role !== 'admin' && (
        <Select
          label={words.role}
          options={givenRoles.map((id) => ({ id, label: words.roles[id] }))}
          value={values.role}
          onChange={set('role')}
        />
      )}
      <Select
        label={words.status}
        options={statuses.map((id) => ({ id, label: words.statuses[id] }))}
        value={values.status}
        onChange={set('status')}
      />
      <Checkbox label={words.unlimited} isOn={values.isUnlimited} onChange={set('isUnlimited')} />
      {!values.isUnlimited && (
        <Field name="space_amount" label={words.space} value={values.space} onChange={set('space')} />
      )}
    </DraftForm>
  );
}

/** In bytes. An invalid number is reported next to the field, as the service would. */
function spaceOf({ isUnlimited, space }: { readonly isUnlimited: boolean; readonly space: string }): number {
  if (isUnlimited) return UNLIMITED;
  const bytes = bytesOfGigabytes(space);
  if (bytes !== null) return bytes;
  const message = texts.people.spaceWrong;
  throw new CommandRefused({ code: 'bad_request', message, remedy: '', faults: [{ name: 'space_amount', message }] });
}
