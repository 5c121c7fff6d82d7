import { CircleCheck, CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import { Pill, QuietState } from '../../../components/feedback/pill.tsx';
import { texts } from '../../../texts/texts.ts';

/** A policy is in force, or retired permanently. */
export function PolicyState({ status }: { status: string }): ReactNode {
  return status === 'active' ? (
    <QuietState tone="ok" icon={CircleCheck}>
      {texts.governance.policyStates.active}
    </QuietState>
  ) : (
    <Pill tone="mute" icon={CircleSlash}>
      {texts.governance.policyStates.retired}
    </Pill>
  );
}
