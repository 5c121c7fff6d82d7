import type { ReactNode } from 'react';
import { ProgressBar } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';

const colours = {
  busy: { ground: 'bg-busy-bg', fill: 'bg-busy' },
  ok: { ground: 'bg-ok-bg', fill: 'bg-ok' },
  warn: { ground: 'bg-warn-bg', fill: 'bg-warn' },
  mute: { ground: 'bg-mute-bg', fill: 'bg-mute' },
  storage: { ground: 'bg-line', fill: 'bg-accent' },
} as const;

/** Progress from 0 to 1; null shows a static bar for unknown progress. */
export function Progress({
  label,
  share,
  tone = 'busy',
  isLarge = false,
}: {
  label: string;
  share: number | null;
  /** `storage`: used space, which does not animate. */
  tone?: keyof typeof colours;
  isLarge?: boolean;
}): ReactNode {
  const percent = share === null ? 0 : Math.round(Math.min(1, Math.max(0, share)) * 100);
  const { ground, fill } = colours[tone];
  return (
    <ProgressBar
      aria-label={label}
      value={percent}
      isIndeterminate={share === null}
      className={classNames('overflow-hidden rounded-full', isLarge ? 'h-2' : 'h-1.5', ground)}
    >
      <div
        className={classNames('h-full rounded-full transition-[width] duration-150', share === null ? 'bg-line' : fill)}
        style={{ width: share === null ? '100%' : `${percent}%` }}
      />
    </ProgressBar>
  );
}
