import { CircleCheck, CircleSlash, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { Pill, QuietState } from '../../../components/feedback/pill.tsx';
import { texts } from '../../../texts/texts.ts';

/** The service may add states: an unknown one is shown by its raw name. */
export function HoldState({ status }: { status: string }): ReactNode {
  const words: Readonly<Record<string, string>> = texts.governance.holdStates;
  const text = words[status] ?? status;
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
