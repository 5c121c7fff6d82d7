import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { ComboBox } from '../../../components/form/combo-box.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form } from '../../../components/form/form.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { QueryBoundary } from '../../../parts/query-boundary.tsx';
import { useToast } from '../../../parts/toasts/toasts.tsx';
import { useDraft } from '../../../state/hooks/use-draft.ts';
import { callService, useService, useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { isTimeZone, languageName, profileLanguages, zonesWith } from './languages-and-zones.ts';

const fields = ['name', 'job_title', 'phone', 'address', 'language', 'timezone'] as const;
type Profile = Readonly<Record<(typeof fields)[number], string>>;

/** Opens the fields of an account that its owner may change. */
export function EditProfile(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{texts.settings.editProfile}</Button>
      {isOpen && <ProfileDialog onClose={close} />}
    </>
  );
}

function ProfileDialog({ onClose }: { onClose: () => void }): ReactNode {
  const self = useService('getCurrentUser', { query: { fields: fields.join() } });
  return (
    <Dialog title={texts.settings.editProfile} onClose={onClose}>
      <QueryBoundary answer={self} skeleton="h-80">
        {(user) => <ProfileForm id={user.id} profile={profileOf(user)} onClose={onClose} />}
      </QueryBoundary>
    </Dialog>
  );
}

/** Not every service of this format has all fields. */
function profileOf(user: { readonly [Name in keyof Profile]?: string | undefined }): Profile {
  const { name = '', job_title = '', phone = '', address = '', language = 'en', timezone = 'UTC' } = user;
  return { name, job_title, phone, address, language, timezone };
}

function ProfileForm({ id, profile, onClose }: { id: string; profile: Profile; onClose: () => void }): ReactNode {
  const toast = useToast();
  const { values, set, changes, isChanged } = useDraft(profile);
  const save = useServiceAction(
    (bridge) => callService(bridge, 'updateUser', { params: { user_id: id }, body: changes }),
    () => toast({ sentence: texts.settings.profileSaved, undo: null }),
  );
  const { settings, people } = texts;
  return (
    <Form
      fields={fields}
      sending={save}
      action={texts.manage.save}
      isReady={isChanged && isTimeZone(values.timezone)}
      onSent={onClose}
      onCancel={onClose}
    >
      <Field isFirst name="name" label={people.name} value={values.name} onChange={set('name')} />
      <Field name="job_title" label={people.jobTitle} value={values.job_title} onChange={set('job_title')} />
      <Field name="phone" label={settings.phone} value={values.phone} onChange={set('phone')} />
      <Field name="address" label={settings.address} value={values.address} lines={2} onChange={set('address')} />
      <Select
        label={settings.language}
        options={profileLanguages(profile.language).map((code) => ({ id: code, label: languageName(code) }))}
        value={values.language}
        onChange={set('language')}
      />
      <TimeZoneField value={values.timezone} onChange={set('timezone')} />
    </Form>
  );
}

function TimeZoneField({ value, onChange }: { value: string; onChange: (zone: string) => void }): ReactNode {
  return (
    <ComboBox
      name="timezone"
      label={texts.settings.timeZone}
      found={zonesWith(value).map(({ zone, offset }) => ({ id: zone, label: zone, detail: offset }))}
      nothing={texts.manage.noMatch}
      open={texts.settings.showTimeZones}
      word={value}
      chosen={isTimeZone(value) ? { id: value, label: value, detail: '' } : null}
      onWord={onChange}
      // The text is the choice.
      onChoose={() => {}}
    />
  );
}
