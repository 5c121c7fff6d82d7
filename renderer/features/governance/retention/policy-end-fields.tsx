import type { ReactNode } from 'react';
import { Checkbox } from '../../../components/controls/choices/checkbox.tsx';
import { Select } from '../../../components/controls/select.tsx';
import type { Draft } from '../../../state/hooks/use-draft.ts';
import { administration } from '../../../texts/administration.ts';
import { dispositions } from './policy.ts';

type Ending = {
  readonly disposition_action: (typeof dispositions)[number];
  readonly can_owner_extend_retention: boolean;
  readonly are_owners_notified: boolean;
};

/** The action at the end of a retention, and the role of the owners in it. */
export function PolicyEndFields({
  draft: { values, set },
  children,
}: {
  draft: Pick<Draft<Ending>, 'values' | 'set'>;
  /** Shown after the field for the action. */
  children?: ReactNode;
}): ReactNode {
  const { action, actions, extend, notify, notifyHelp } = administration.governance;
  return (
    <>
      <Select
        label={action}
        options={dispositions.map((id) => ({ id, label: actions[id] }))}
        value={values.disposition_action}
        onChange={set('disposition_action')}
      />
      {children}
      <Checkbox label={extend} isOn={values.can_owner_extend_retention} onChange={set('can_owner_extend_retention')} />
      <Checkbox
        label={notify}
        help={notifyHelp}
        isOn={values.are_owners_notified}
        onChange={set('are_owners_notified')}
      />
    </>
  );
}
