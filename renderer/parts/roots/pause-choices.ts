import { untilTomorrowMs } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

const MINUTE_MS = 60_000;

type PauseChoice = {
  readonly id: string;
  /** Below a heading that says "Pause for". */
  readonly label: string;
  /** On its own. */
  readonly act: string;
  readonly forMs: () => number | null;
};

/** How long to pause. */
export const pauseChoices: readonly PauseChoice[] = [
  { id: 'half-hour', label: texts.pause.halfHour, act: texts.pause.acts.halfHour, forMs: () => 30 * MINUTE_MS },
  { id: 'two-hours', label: texts.pause.twoHours, act: texts.pause.acts.twoHours, forMs: () => 120 * MINUTE_MS },
  {
    id: 'tomorrow',
    label: texts.pause.untilTomorrow,
    act: texts.pause.acts.untilTomorrow,
    forMs: () => untilTomorrowMs(Date.now()),
  },
  { id: 'resumed', label: texts.pause.untilResumed, act: texts.pause.acts.untilResumed, forMs: () => null },
];
