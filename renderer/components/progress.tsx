import type { ReactNode } from 'react';
import { ProgressBar } from 'react-aria-components';
import { classNames } from '../style/class-names.ts';

/** A share done from 0 to 1; null draws an even, still bar: something goes on, and how far is not known. */
export function Progress({
  label,
  share,
  tone = 'busy',
}: {
  label: string;
  share: number | null;
  tone?: 'busy' | 'ok' | 'warn' | 'mute';
}): ReactNode {
  const percent = share === null ? 0 : Math.round(Math.min(1, Math.max(0, share)) * 100);
  const fill = { busy: 'bg-busy', ok: 'bg-ok', warn: 'bg-warn', mute: 'bg-mute' }[tone];
  return (
    <ProgressBar
      aria-label={label}
      value={percent}
      isIndeterminate={share === null}
      className="h-1.5 overflow-hidden rounded-full bg-mute-bg"
    >
      <div
        className={classNames('h-full rounded-full transition-[width] duration-150', share === null ? 'bg-line' : fill)}
        style={{ width: share === null ? '100%' : `${percent}%` }}
      />
    </ProgressBar>
  );
}
