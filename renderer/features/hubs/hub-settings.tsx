import { Copy, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Checkbox } from '../../components/controls/checkbox.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Field } from '../../components/form/field.tsx';
import { DialogButton } from '../../components/overlay/dialog-button.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import { DraftForm } from '../../parts/draft-form.tsx';
import type { ListSteps } from '../../parts/list-page.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { type Draft, useDraft } from '../../state/hooks/use-draft.ts';
import { callService, useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import type { Hub, HubRole } from './hub.ts';

const fields = ['title', 'description'];
/** Characters of a description in a response. */
const SHOWN_DESCRIPTION = 200;
const copyAccesses = ['all', 'company', 'none'] as const;
type HubValues = { title: string; description: string; copy_hub_access: (typeof copyAccesses)[number] } & {
  [Tick in (typeof ticks)[number][0]]: boolean;
};
type About = ListSteps & { readonly hub: Hub; readonly role: HubRole | null };

/** The text of a hub for editors, settings and deletion for co-owners, and a copy if allowed. */
export function HubSettings(about: About): ReactNode {
  const { hub, role } = about;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap gap-2">
        {hub.copy_hub_access !== 'none' && <CopyHub {...about} />}
        {role === 'co-owner' && <DeleteHub {...about} />}
      </div>
      {role === 'editor' || role === 'co-owner' ? (
        <HubForm hub={hub} mayGovern={role === 'co-owner'} />
      ) : (
        <p className="whitespace-pre-wrap">{hub.description}</p>
      )}
    </div>
  );
}

function HubForm({ hub, mayGovern }: { hub: Hub; mayGovern: boolean }): ReactNode {
  const draft = useDraft<HubValues>({
    title: hub.title ?? '',
    description: hub.description ?? '',
    is_ai_enabled: hub.is_ai_enabled ?? false,
    is_collaboration_restricted_to_enterprise: hub.is_collaboration_restricted_to_enterprise ?? false,
    can_non_owners_invite: hub.can_non_owners_invite ?? false,
    can_shared_link_be_created: hub.can_shared_link_be_created ?? false,
    can_public_shared_link_be_created: hub.can_public_shared_link_be_created ?? false,
    copy_hub_access: copyAccesses.find((known) => known === hub.copy_hub_access) ?? 'none',
  });
  const save = useServiceAction((bridge) =>
    callService(bridge, 'updateHub', { params: { hub_id: hub.id }, body: draft.changes }),
  );
  const { values, set } = draft;
  const words = texts.hubs;
  const isCut = [...(hub.description ?? '')].length >= SHOWN_DESCRIPTION;
  return (
    <DraftForm fields={fields} draft={draft} sending={save}>
      <Field name="title" label={words.titleField} value={values.title} onChange={set('title')} />
      <Field
        name="description"
        label={words.descriptionField}
        value={values.description}
        onChange={set('description')}
        lines={3}
        {...(isCut ? { help: words.cutDescription } : {})}
      />
      {mayGovern && <Governing values={values} set={set} />}
    </DraftForm>
  );
}

const ticks = [
  ['can_non_owners_invite', 'othersInvite'],
  ['is_collaboration_restricted_to_enterprise', 'restricted'],
  ['can_shared_link_be_created', 'links'],
  ['can_public_shared_link_be_created', 'publicLinks'],
  ['is_ai_enabled', 'ai'],
] as const;

/** Settings that only co-owners can change. */
function Governing({ values, set }: Pick<Draft<HubValues>, 'values' | 'set'>): ReactNode {
  const words = texts.hubs;
  return (
    <>
      <div className="grid gap-2">
        {ticks.map(([name, label]) => (
          <Checkbox key={name} label={words[label]} isOn={values[name]} onChange={set(name)} />
        ))}
      </div>
      <Select
        label={words.copyAccess}
        options={copyAccesses.map((id) => ({ id, label: words.copyAccesses[id] }))}
        value={values.copy_hub_access}
        onChange={set('copy_hub_access')}
      />
    </>
  );
}

function CopyHub({ hub, onChoose, onTell }: About): ReactNode {
  const [title, setTitle] = useState(texts.hubs.copyName(hub.title ?? ''));
  const [hasItems, setItems] = useState(true);
  const copy = useServiceAction((bridge) =>
    callService(bridge, 'copyHub', { params: { hub_id: hub.id }, body: { title, include_items: hasItems } }),
  );
  const copied = (made: Hub): void => {
    onChoose(made.id);
    onTell({
      sentence: texts.hubs.copied(hub.title ?? ''),
      undo: (bridge) => callService(bridge, 'deleteHub', { params: { hub_id: made.id } }),
    });
  };
  return (
    <DialogButton icon={Copy} label={texts.hubs.copy} onClose={copy.reset}>
      {(close) => (
        <FormDialog
          title={texts.hubs.copyTitle(hub.title ?? '')}
          fields={fields}
          sending={copy}
          action={texts.hubs.copyAction}
          onSent={(made) => {
            close();
            copied(made);
          }}
          onClose={close}
        >
          <Field name="title" label={texts.hubs.titleField} value={title} onChange={setTitle} isFirst />
          <Checkbox label={texts.hubs.copyItems} isOn={hasItems} onChange={setItems} />
        </FormDialog>
      )}
    </DialogButton>
  );
}

function DeleteHub({ hub, onChoose, onTell }: About): ReactNode {
  const { id, title = '' } = hub;
  const deleted = (): void => {
    onChoose(null);
    onTell({ sentence: texts.hubs.deleted(title), undo: null });
  };
  return (
    <RemoveButton
      title={texts.hubs.deleteTitle(title)}
      detail={texts.hubs.deleteDetail}
      action={texts.hubs.deleteAction}
      act={(bridge) => callService(bridge, 'deleteHub', { params: { hub_id: id } })}
      onDone={deleted}
    >
      <Trash2 aria-hidden className="size-4" />
      {texts.hubs.delete}
    </RemoveButton>
  );
}
