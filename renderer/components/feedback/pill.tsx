import type { LucideIcon } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { classNames } from '../layout/class-names.ts';

export type Tone = 'ok' | 'busy' | 'warn' | 'bad' | 'mute';

export const toneColours: Readonly<Record<Tone, string>> = {
  ok: 'text-ok bg-ok-bg',
  busy: 'text-busy bg-busy-bg',
  warn: 'text-warn bg-warn-bg',
  bad: 'text-bad bg-bad-bg',
  mute: 'text-mute bg-mute-bg',
};

/** An active state or one that needs attention, in a few words. Its icon does not rely on colour. */
export const Pill = memo(function Pill({
  tone,
  icon: Icon,
  share = null,
  children,
}: {
  tone: Tone;
  icon: LucideIcon;
  /** Progress from 0 to 1: a ring replaces the icon. */
  share?: number | null;
  children: string;
}): ReactNode {
  return (
    <span
      className={classNames(
        'inline-flex min-h-6 max-w-full shrink-0 items-center gap-1.5 rounded-full py-0.5 ps-2 pe-2.5 text-small tabular-nums',
        toneColours[tone],
      )}
    >
      {share === null ? (
        <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={2} />
      ) : (
        <ProgressRing share={share} className="size-3.5" />
      )}
      {/* A name in it may not fit. */}
      <span className="truncate" title={children}>
        {children}
      </span>
    </span>
  );
});

/** An idle state as plain, unobtrusive text. */
export const QuietState = memo(function QuietState({
  icon: Icon,
  tone = 'mute',
  children,
}: {
  icon: LucideIcon;
  tone?: 'ok' | 'mute';
  children: string;
}): ReactNode {
  return (
    <span
      className={classNames(
        'inline-flex min-h-6 max-w-full shrink-0 items-center gap-1.5 text-dim text-small',
        children === '' && 'invisible',
      )}
    >
      <Icon aria-hidden className={classNames('size-3.5 shrink-0', tone === 'ok' && 'text-ok')} strokeWidth={2} />
      <span className="truncate">{children}</span>
    </span>
  );
});

const RADIUS = 5.5;
const AROUND = 2 * Math.PI * RADIUS;

/** A progress ring; purely visual, since the text states the progress. */
export function ProgressRing({ share, className }: { share: number; className: string }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 14 14"
      className={classNames('shrink-0 -rotate-90 fill-none stroke-3 stroke-current', className)}
    >
      <circle cx="7" cy="7" r={RADIUS} opacity={0.25} />
      <circle cx="7" cy="7" r={RADIUS} strokeLinecap="round" strokeDasharray={`${share * AROUND} ${AROUND}`} />
    </svg>
  );
}
