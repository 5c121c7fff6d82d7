import {
  Check,
  CircleCheck,
  CirclePause,
  FolderX,
  type LucideIcon,
  RefreshCw,
  ScanSearch,
  TriangleAlert,
  WifiOff,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import { classNames } from '../layout/class-names.ts';
import { type Tone, toneColours } from './pill.tsx';
import { StateChip } from './state-chip.tsx';

/** Every state of a folder or of the whole. Each has its own shape and colour. */
export type MarkState = keyof typeof texts.states;

type Look = { readonly icon: LucideIcon; readonly tone: Tone; readonly turns: boolean };

const looks: Readonly<Record<MarkState, Look>> = {
  in_sync: { icon: CircleCheck, tone: 'ok', turns: false },
  syncing: { icon: RefreshCw, tone: 'busy', turns: true },
  checking: { icon: ScanSearch, tone: 'busy', turns: false },
  paused: { icon: CirclePause, tone: 'mute', turns: false },
  attention: { icon: TriangleAlert, tone: 'warn', turns: false },
  root_missing: { icon: FolderX, tone: 'bad', turns: false },
  offline: { icon: WifiOff, tone: 'mute', turns: false },
};

/** The small mark of a folder with its label; plain text when idle. */
export function StatePill({
  state,
  share = null,
  words,
}: {
  state: MarkState;
  /** Its progress. */
  share?: number | null;
  /** More exact than the name of the state, which is then only for screen readers. */
  words?: string;
}): ReactNode {
  const { icon, tone } = looks[state];
  return (
    <span data-state={state} className="relative inline-flex">
      {words !== undefined && <span className="sr-only">{texts.states[state]}</span>}
      <StateChip
        icon={icon}
        tone={tone}
        {...(tone === 'ok' ? { isQuiet: true } : {})}
        words={words ?? texts.states[state]}
        share={share}
      />
    </span>
  );
}

/** The large mark next to the overall sentence. It is decorative, because the sentence states the state. */
export function StateSign({ state }: { state: MarkState }): ReactNode {
  const { icon, tone, turns } = looks[state];
  // The disc is its ring.
  const Icon = icon === CircleCheck ? Check : icon;
  return (
    <span
      aria-hidden
      className={classNames('grid size-11 shrink-0 place-items-center rounded-full sm:size-14', toneColours[tone])}
    >
      <Icon className={classNames('size-6 sm:size-7', turns && 'turning')} strokeWidth={1.75} />
    </span>
  );
}
