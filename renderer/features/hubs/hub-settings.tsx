import { type ReactNode, useState } from 'react';
import { Checkbox } from '../../components/controls/choices/checkbox.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Field } from '../../components/form/field.tsx';
import { DraftForm } from '../../parts/draft-form.tsx';
import { EntryButtons } from '../../parts/rows/entry-buttons.tsx';
import type { ListSteps } from '../../parts/rows/list-page.tsx';
import { type Draft, useDraftSave, useKeptDraft } from '../../state/hooks/use-draft.ts';
import { callService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import type { Hub, HubRole } from './hub.ts';
import { useHubActs } from './hub-acts.tsx';

const fields = ['title', 'description'];
/** Characters of a description in a response. */
const SHOWN_DESCRIPTION = 200;
const copyAccesses = ['all', 'company', 'none'] as const;
type HubValues = { title: string; description: string; copy_hub_access: (typeof copyAccesses)[number] } & {
  [Tick in (typeof ticks)[number][0]]: boolean;
};
type About = ListSteps & { readonly hub: Hub; readonly role: HubRole | null };

/** The text of a hub for editors, settings and deletion for co-owners, and a copy if allowed. */
export function HubSettings({ hub, role, ...steps }: About): ReactNode {
  return (
    <div className="grid gap-5">
      <EntryButtons acts={useHubActs(hub, steps)} />
      {role === 'editor' || role === 'co-owner' ? (
        <HubForm hub={hub} mayGovern={role === 'co-owner'} />
      ) : (
        <p className="whitespace-pre-wrap">{hub.description}</p>
      )}
    </div>
  );
}

function HubForm({ hub, mayGovern }: { hub: Hub; mayGovern: boolean }): ReactNode {
  const { description = '' } = hub;
  const isCut = [...description].length >= SHOWN_DESCRIPTION;
  // A cut text must not replace the whole one that was just saved.
  const [known, setKnown] = useState(description);
  if (!isCut && known !== description) setKnown(description);
  const draft = useKeptDraft<HubValues>(`hub.${hub.id}`, {
    title: hub.title ?? '',
    description: known,
    is_collaboration_restricted_to_enterprise: hub.is_collaboration_restricted_to_enterprise ?? false,
    can_non_owners_invite: hub.can_non_owners_invite ?? false,
    copy_hub_access: copyAccesses.find((known) => known === hub.copy_hub_access) ?? 'none',
  });
  const save = useDraftSave(draft, (bridge, body) =>
    callService(bridge, 'updateHub', { params: { hub_id: hub.id }, body }),
  );
  const { values, set } = draft;
  const words = texts.hubs;
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

/** The format has more; this service gives hubs neither links nor assistants. */
const ticks = [
  ['can_non_owners_invite', 'othersInvite'],
  ['is_collaboration_restricted_to_enterprise', 'restricted'],
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
