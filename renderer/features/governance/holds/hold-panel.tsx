import type { ReactNode } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { Facts } from '../../../components/layout/facts.tsx';
import { SidePanel } from '../../../components/overlay/side-panel.tsx';
import { DraftForm } from '../../../parts/draft-form.tsx';
import { EntryButtons } from '../../../parts/rows/entry-buttons.tsx';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import { useDraftSave, useKeptDraft } from '../../../state/hooks/use-draft.ts';
import { callService } from '../../../state/service/service.ts';
import { administration } from '../../../texts/administration.ts';
import { formatDate } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { NameFields } from '../name-fields.tsx';
import type { Hold } from './hold.ts';
import { holdActs } from './hold-acts.ts';
import { HoldAssignments } from './hold-assignments.tsx';
import { HoldState } from './hold-state.tsx';

/** One legal hold: its targets, the content on hold, and its release. */
export function HoldPanel({ hold, ...steps }: ListSteps & { readonly hold: Hold }): ReactNode {
  const { policy_name: name = '', status = '', created_by: by } = hold;
  const words = administration.governance;
  return (
    <SidePanel title={name} detail={by === undefined ? '' : words.by(by.name)} onClose={() => steps.onChoose(null)}>
      <div className="grid gap-5 px-4 pb-4">
        <Facts
          facts={[
            [texts.manage.state, <HoldState key="state" status={status} />],
            [words.time, <HeldTime key="time" hold={hold} />],
          ]}
        />
        <HoldAssignments policyId={hold.id} isActive={status === 'active'} />
        <HoldForm hold={hold} />
        <EntryButtons acts={holdActs(hold, steps)} />
      </div>
    </SidePanel>
  );
}

function HeldTime({ hold }: { hold: Hold }): ReactNode {
  const { filter_started_at: from, filter_ended_at: to } = hold;
  if (typeof from !== 'string' || typeof to !== 'string') return administration.governance.ongoing;
  // A period ending at midnight excludes that day's uploads.
  return administration.governance.between(formatDate(Date.parse(from)), formatDate(Date.parse(to) - 1));
}

const fields = ['policy_name', 'description', 'release_notes'];

function HoldForm({ hold }: { hold: Hold }): ReactNode {
  const draft = useKeptDraft(`hold.${hold.id}`, {
    policy_name: hold.policy_name ?? '',
    description: hold.description ?? '',
    release_notes: hold.release_notes ?? '',
  });
  const { values, set } = draft;
  const save = useDraftSave(draft, (bridge, body) =>
    callService(bridge, 'updateLegalHoldPolicy', { params: { legal_hold_policy_id: hold.id }, body }),
  );
  const words = administration.governance;
  return (
    <DraftForm fields={fields} draft={draft} sending={save}>
      <NameFields draft={draft} />
      <Field
        name="release_notes"
        label={words.releaseNotes}
        value={values.release_notes}
        onChange={set('release_notes')}
        lines={2}
      />
    </DraftForm>
  );
}
