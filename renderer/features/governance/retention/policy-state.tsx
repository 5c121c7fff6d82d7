import { CircleCheck, CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import { Pill, QuietState } from '../../../components/feedback/pill.tsx';
import { administration } from '../../../texts/administration.ts';

/** A policy is in force, or retired permanently. */
export const stateOf = (status: string): string =>
  administration.governance.policyStates[status === 'active' ? status : 'retired'];

/** The state of a retention policy. */
export function PolicyState({ status }: { status: string }): ReactNode {
  return status === 'active' ? (
    <QuietState tone="ok" icon={CircleCheck}>
      {stateOf(status)}
    </QuietState>
  ) : (
    <Pill tone="mute" icon={CircleSlash}>
      {stateOf(status)}
    </Pill>
  );
}
