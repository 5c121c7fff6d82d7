import { CircleCheck, CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import { Pill } from '../../components/feedback/pill.tsx';
import { texts } from '../../texts/texts.ts';

/** A policy is in force, or retired permanently. */
export function PolicyState({ status }: { status: string }): ReactNode {
  return status === 'active' ? (
    <Pill tone="ok" icon={CircleCheck}>
      {texts.governance.policyStates.active}
    </Pill>
  ) : (
    <Pill tone="mute" icon={CircleSlash}>
      {texts.governance.policyStates.retired}
    </Pill>
  );
}
