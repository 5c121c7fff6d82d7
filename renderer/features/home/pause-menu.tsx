import type { ReactNode } from 'react';
import { MenuButton } from '../../components/controls/menu/menu-button.tsx';
import { untilTomorrowMs } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

const MINUTE_MS = 60_000;

const durations = [
  { id: 'half-hour', label: texts.pause.halfHour, forMs: (): number => 30 * MINUTE_MS },
  { id: 'two-hours', label: texts.pause.twoHours, forMs: (): number => 120 * MINUTE_MS },
  { id: 'tomorrow', label: texts.pause.untilTomorrow, forMs: (): number => untilTomorrowMs(Date.now()) },
  { id: 'resumed', label: texts.pause.untilResumed, forMs: (): null => null },
] as const;

/** How long to pause: the same choices as in the tray. */
export function PauseMenu({
  label,
  children,
  icon = false,
  isDisabled,
  onPause,
}: {
  label: string;
  children: ReactNode;
  icon?: boolean;
  isDisabled: boolean;
  onPause: (forMs: number | null) => void;
}): ReactNode {
  const pause = (id: string): void => {
    const duration = durations.find((known) => known.id === id);
    if (duration !== undefined) onPause(duration.forMs());
  };
  return (
    <MenuButton
      label={label}
      kind={icon ? 'ghost' : 'plain'}
      icon={icon}
      isDisabled={isDisabled}
      entries={durations}
      onAction={pause}
    >
      {children}
    </MenuButton>
  );
}
