import type { LucideIcon } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { formatPercent } from '../../texts/format.ts';
import { classNames } from '../layout/class-names.ts';
import { Pill, ProgressRing, QuietState, type Tone } from './pill.tsx';

/** How a state is drawn: its own shape, colour and words. */
export type StateLook = {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  /** Idle: plain text. Only what moves or asks is a pill. */
  readonly isQuiet?: true;
  /** Empty: not known yet, so nothing is visible. */
  readonly words: string;
  /** Progress from 0 to 1 of what moves. */
  readonly share?: number | null;
};

/** The state of a file or folder, wherever it is shown. */
export const StateChip = memo(function StateChip({
  isSmall = false,
  icon,
  tone,
  isQuiet,
  words,
  share = null,
}: StateLook & {
  /** Shows only the icon; a tooltip and screen readers give the words. */
  readonly isSmall?: boolean;
}): ReactNode {
  const shown = inWords({ tone, words, share });
  const moved = tone === 'busy' ? share : null;
  if (isSmall) return <StateIcon icon={icon} tone={tone} words={shown} share={moved} />;
  return isQuiet === true ? (
    <QuietState icon={icon} tone={tone === 'ok' ? 'ok' : 'mute'}>
      {shown}
    </QuietState>
  ) : (
    <Pill tone={tone} icon={icon} share={moved}>
      {shown}
    </Pill>
  );
});

/** The words of a state, with the progress of what moves. */
export const inWords = ({ tone, words, share = null }: Pick<StateLook, 'tone' | 'words' | 'share'>): string =>
  tone === 'busy' && share !== null ? `${words} ${formatPercent(share)}` : words;

/** Text in the colour of a state. Idle states are as quiet as the text around them. */
export const stateColours: Readonly<Record<Tone, string>> = {
  ok: 'text-ok',
  busy: 'text-busy',
  warn: 'text-warn',
  bad: 'text-bad',
  mute: 'text-dim',
};

function StateIcon({
  icon: Icon,
  tone,
  words,
  share,
}: Pick<StateLook, 'icon' | 'tone' | 'words'> & { readonly share: number | null }): ReactNode {
  return (
    <span title={words} className={classNames(stateColours[tone], words === '' && 'invisible')}>
      {share === null ? (
        <Icon aria-hidden className="size-4" strokeWidth={1.75} />
      ) : (
        <ProgressRing share={share} className="size-4" />
      )}
      <span className="sr-only">{words}</span>
    </span>
  );
}
