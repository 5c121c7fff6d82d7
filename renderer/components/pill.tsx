import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../style/class-names.ts';

export type Tone = 'ok' | 'busy' | 'warn' | 'bad' | 'mute';

const colours: Readonly<Record<Tone, string>> = {
  ok: 'text-ok bg-ok-bg',
  busy: 'text-busy bg-busy-bg',
  warn: 'text-warn bg-warn-bg',
  bad: 'text-bad bg-bad-bg',
  mute: 'text-mute bg-mute-bg',
};

/** A state in one word; its icon says the same to who does not see the colour. */
export function Pill({ tone, icon: Icon, children }: { tone: Tone; icon: LucideIcon; children: string }): ReactNode {
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center gap-1.5 rounded-full px-2 py-px font-semibold text-small',
        colours[tone],
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {children}
    </span>
  );
}
