import type { ReactNode } from 'react';
import { Select } from '../../../components/controls/select.tsx';
import { TabStrip } from '../../../components/controls/tabs/tab-strip.tsx';
import { Field } from '../../../components/form/field.tsx';
import { SidePanel } from '../../../components/overlay/side-panel.tsx';
import { DraftForm } from '../../../parts/draft-form.tsx';
import { EntryButtons } from '../../../parts/rows/entry-buttons.tsx';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import { useDraftSave, useKeptDraft } from '../../../state/hooks/use-draft.ts';
import { callService } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { type Group, groupLevels } from './group.ts';
import { groupActs } from './group-acts.ts';
import { GroupMembers } from './group-members.tsx';
import { GroupShared } from './group-shared.tsx';

type About = ListSteps & { readonly group: Group };

/** One group: its name, its members, and its shared items. */
export function GroupPanel({ group, ...steps }: About): ReactNode {
  const { name = '' } = group;
  const { groupTabs } = texts.people;
  return (
    <SidePanel title={name} onClose={() => steps.onChoose(null)}>
      <TabStrip
        label={texts.manage.panelOf(name)}
        tabs={[
          {
            id: 'members',
            label: groupTabs.members,
            content: <GroupMembers groupId={group.id} name={name} onTell={steps.onTell} />,
          },
          { id: 'shared', label: groupTabs.shared, content: <GroupShared groupId={group.id} /> },
          {
            id: 'settings',
            label: groupTabs.settings,
            content: <GroupSettings group={group} {...steps} />,
          },
        ]}
      />
    </SidePanel>
  );
}

const fields = ['name', 'description'];

function GroupSettings({ group, ...steps }: About): ReactNode {
  const draft = useKeptDraft(`group.${group.id}`, {
    name: group.name ?? '',
    description: group.description ?? '',
    invitability_level: group.invitability_level ?? 'admins_and_members',
    member_viewability_level: group.member_viewability_level ?? 'admins_and_members',
  });
  const { values, set } = draft;
  const save = useDraftSave(draft, (bridge, body) =>
    callService(bridge, 'updateGroup', { params: { group_id: group.id }, body }),
  );
  const words = texts.people;
  const levels = groupLevels.map((id) => ({ id, label: words.levels[id] }));
  return (
    <div className="grid gap-5">
      <EntryButtons acts={groupActs(group, steps)} />
      <DraftForm fields={fields} draft={draft} sending={save}>
        <Field name="name" label={words.name} value={values.name} onChange={set('name')} />
        <Field
          name="description"
          label={words.description}
          value={values.description}
          onChange={set('description')}
          lines={2}
        />
        <Select
          label={words.invitability}
          options={levels}
          value={values.invitability_level}
          onChange={set('invitability_level')}
        />
        <Select
          label={words.viewability}
          options={levels}
          value={values.member_viewability_level}
          onChange={set('member_viewability_level')}
        />
      </DraftForm>
    </div>
  );
}
