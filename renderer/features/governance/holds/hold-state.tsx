import { CircleCheck, CircleSlash, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { Pill, QuietState } from '../../../components/feedback/pill.tsx';
import { administration } from '../../../texts/administration.ts';

const words: Readonly<Record<string, string>> = administration.governance.holdStates;

/** The service may add states: an unknown one is shown by its raw name. */
export const stateOf = (status: string): string => words[status] ?? status;

/** The state of a legal hold. */
export function HoldState({ status }: { status: string }): ReactNode {
  const text = stateOf(status);
  if (status === 'active') {
    return (
      <QuietState tone="ok" icon={CircleCheck}>
        {text}
      </QuietState>
    );
  }
  return status === 'released' ? (
    <Pill tone="mute" icon={CircleSlash}>
      {text}
    </Pill>
  ) : (
    <Pill tone="busy" icon={Hourglass}>
      {text}
    </Pill>
  );
}
