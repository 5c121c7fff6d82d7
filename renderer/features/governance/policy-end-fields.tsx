import type { ReactNode } from 'react';
import { Choice } from '../../components/choice.tsx';
import { Tick } from '../../components/tick.tsx';
import type { Draft } from '../../state/draft.ts';
import { texts } from '../../style/texts.ts';
import { dispositions } from './policy.ts';

type Ending = {
  readonly disposition_action: (typeof dispositions)[number];
  readonly can_owner_extend_retention: boolean;
  readonly are_owners_notified: boolean;
};

/** What becomes of the content when its time is over, and what its owners have to do with that. */
export function PolicyEndFields({
  draft: { values, set },
  children,
}: {
  draft: Pick<Draft<Ending>, 'values' | 'set'>;
  /** Behind what becomes of it. */
  children?: ReactNode;
}): ReactNode {
  const { action, actions, extend, notify } = texts.governance;
  return (
    <>
      <Choice
        label={action}
        options={dispositions.map((id) => ({ id, label: actions[id] }))}
        value={values.disposition_action}
        onChange={set('disposition_action')}
      />
      {children}
      <Tick label={extend} isOn={values.can_owner_extend_retention} onChange={set('can_owner_extend_retention')} />
      <Tick label={notify} isOn={values.are_owners_notified} onChange={set('are_owners_notified')} />
    </>
  );
}
