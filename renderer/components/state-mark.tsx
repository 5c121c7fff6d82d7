import {
  CircleCheck,
  CirclePause,
  CloudOff,
  FolderX,
  type LucideIcon,
  RefreshCw,
  ScanSearch,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../style/class-names.ts';
import { texts } from '../style/texts.ts';

/** Every state that a folder or the whole can be in, as it is drawn: each differs in shape as well as in colour. */
export type MarkState = keyof typeof texts.states;

type Look = { readonly icon: LucideIcon; readonly colour: string; readonly turns: boolean };

const looks: Readonly<Record<MarkState, Look>> = {
  in_sync: { icon: CircleCheck, colour: 'text-ok bg-ok-bg', turns: false },
  syncing: { icon: RefreshCw, colour: 'text-busy bg-busy-bg', turns: true },
  checking: { icon: ScanSearch, colour: 'text-busy bg-busy-bg', turns: false },
  paused: { icon: CirclePause, colour: 'text-mute bg-mute-bg', turns: false },
  attention: { icon: TriangleAlert, colour: 'text-warn bg-warn-bg', turns: false },
  root_missing: { icon: FolderX, colour: 'text-bad bg-bad-bg', turns: false },
  offline: { icon: CloudOff, colour: 'text-mute bg-mute-bg', turns: false },
};

/** The small mark of one folder, with its word. */
export function StatePill({ state }: { state: MarkState }): ReactNode {
  const { icon: Icon, colour, turns } = looks[state];
  return (
    <span
      data-state={state}
      className={classNames(
        'inline-flex shrink-0 items-center gap-1.5 rounded-full px-2 py-px text-small font-semibold',
        colour,
      )}
    >
      <Icon aria-hidden className={classNames('size-3.5', turns && 'turning')} />
      {texts.states[state]}
    </span>
  );
}

/** The large mark beside the sentence of the whole; the sentence says the state, so this is drawn only. */
export function StateSign({ state }: { state: MarkState }): ReactNode {
  const { icon: Icon, colour, turns } = looks[state];
  return (
    <span aria-hidden className={classNames('grid size-11 shrink-0 place-items-center rounded-full', colour)}>
      <Icon className={classNames('size-5', turns && 'turning')} />
    </span>
  );
}
