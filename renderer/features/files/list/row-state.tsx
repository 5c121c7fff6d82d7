import {
  CircleCheck,
  Clock,
  Cloud,
  CloudCog,
  EyeOff,
  GitFork,
  Hand,
  Lock,
  type LucideIcon,
  RefreshCw,
  TriangleAlert,
} from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { PathState } from '../../../../preload/ipc/shapes/path-state.ts';
import { Pill, QuietState, type Tone } from '../../../components/feedback/pill.tsx';
import { hrefOf } from '../../../state/hooks/route.ts';
import { type Item, nameOf } from '../../../state/items/item.ts';
import { type PathStates, usePathState } from '../../../state/items/path-states.ts';
import { formatPercent } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import type { FolderSync } from './sync-states.ts';

/** How a state is drawn. `isQuiet`: idle, shown as plain text. */
type Look = { readonly icon: LucideIcon; readonly tone: Tone; readonly isQuiet?: true; readonly words: string };

type RowStateProps = {
  readonly item: Item;
  readonly states: PathStates;
  /** The selective sync state of a folder; null if it is not shown. */
  readonly syncOf: ((item: Item) => FolderSync) | null;
  /** Shows only the icon; screen readers and a tooltip give the label. */
  readonly isSmall: boolean;
  /** True if it links to its fix; false where rows contain no interactive elements. */
  readonly isLink?: boolean;
  /** The row has the focus, so its controls are tab stops. */
  readonly isActive: boolean;
};

/** The state that `tandem why` reports for a row; a conflict links to its comparison, a problem to its fix. */
export function RowState({ item, states, syncOf, isSmall, isActive, isLink = true }: RowStateProps): ReactNode {
  const state = usePathState(states, item.id);
  if (item.type === 'web_link') return <Drawn look={bookmark()} isSmall={isSmall} share={null} />;
  if (state === undefined) return null;
  const drawn = <Drawn look={lookOf(item, state, syncOf)} isSmall={isSmall} share={state.progress} />;
  const fix = isLink ? fixOf(state) : null;
  return fix === null ? (
    drawn
  ) : (
    <a href={fix} tabIndex={isActive ? 0 : -1} className="min-w-0 rounded-full hover:underline">
      {drawn}
      {/* The accessible name starts with the visible state; the link target follows. */}
      <span className="sr-only">{leadsTo(nameOf(item), state)}</span>
    </a>
  );
}

const leadsTo = (name: string, { conflict }: PathState): string =>
  conflict === null ? texts.attention.decideOf(name) : texts.attention.compareOf(name);

function Drawn({ look, isSmall, share }: { look: Look; isSmall: boolean; share: number | null }): ReactNode {
  const { icon, tone, words } = look;
  const shown = share !== null && tone === 'busy' ? `${words} ${formatPercent(share)}` : words;
  if (isSmall) return <SmallState icon={icon} tone={tone} words={shown} />;
  return look.isQuiet === true ? (
    <QuietState icon={icon} tone={tone === 'ok' ? 'ok' : 'mute'}>
      {shown}
    </QuietState>
  ) : (
    <Pill tone={tone} icon={icon} share={tone === 'busy' ? share : null}>
      {shown}
    </Pill>
  );
}

const colours: Readonly<Record<Tone, string>> = {
  ok: 'text-ok',
  busy: 'text-busy',
  warn: 'text-warn',
  bad: 'text-bad',
  mute: 'text-mute',
};

const SmallState = memo(function SmallState({
  icon: Icon,
  tone,
  words,
}: Pick<Look, 'icon' | 'tone' | 'words'>): ReactNode {
  return (
    <span title={words} className={colours[tone]}>
      <Icon aria-hidden className="size-4.5" strokeWidth={2} />
      <span className="sr-only">{words}</span>
    </span>
  );
});

/** The page where a person resolves it; null: nothing to do. */
function fixOf({ conflict, held, status, beneath }: PathState): string | null {
  if (conflict !== null) return hrefOf('attention', { conflict: String(conflict) });
  return held !== null || status === 'blocked' || beneath === 'attention' ? hrefOf('attention') : null;
}

/** Problems with a name: the pill shows the sentence with the fix. */
const NAMES: ReadonlySet<string> = new Set([
  'name_not_allowed_by_service',
  'name_not_allowed_here',
  'name_too_long',
  'name_taken_by_sibling',
  'name_not_unicode',
  'name_conflict',
]);

const bookmark = (): Look => ({ icon: Cloud, tone: 'mute', isQuiet: true, words: texts.files.bookmark });

function lookOf(item: Item, state: PathState, syncOf: RowStateProps['syncOf']): Look {
  const { rowStates: words } = texts.files;
  const lockedBy = item.type === 'file' ? item.lock?.created_by.name : undefined;
  if (state.held !== null) return { icon: Hand, tone: 'warn', words: words.held };
  switch (state.status) {
    case 'conflict':
      return { icon: GitFork, tone: 'bad', words: words.conflict };
    case 'blocked': {
      const isName = state.code !== null && NAMES.has(state.code);
      return { icon: TriangleAlert, tone: 'warn', words: isName ? words.needsName : words.attention };
    }
    case 'waiting':
      return { icon: Clock, tone: 'mute', words: lockedBy === undefined ? words.waiting : words.waitingFor(lockedBy) };
    case 'ignored':
      return { icon: EyeOff, tone: 'mute', isQuiet: true, words: words.ignored };
    case 'excluded':
    case 'outside':
      return { icon: Cloud, tone: 'mute', isQuiet: true, words: words.excluded };
    case 'syncing':
    case 'unknown':
      return { icon: RefreshCw, tone: 'busy', words: words.syncing };
    case 'synced':
      return atRest(item, state, syncOf, lockedBy);
  }
}

/** In sync itself; a folder may contain items that are not. */
function atRest(
  item: Item,
  { beneath }: PathState,
  syncOf: RowStateProps['syncOf'],
  lockedBy: string | undefined,
): Look {
  const { rowStates: words } = texts.files;
  if (beneath === 'attention') return { icon: TriangleAlert, tone: 'warn', words: words.attention };
  if (beneath === 'syncing') return { icon: RefreshCw, tone: 'busy', words: words.syncing };
  if (lockedBy !== undefined) return { icon: Lock, tone: 'mute', isQuiet: true, words: texts.files.lockedBy(lockedBy) };
  if (syncOf?.(item) === 'partially_synced')
    return { icon: CloudCog, tone: 'mute', isQuiet: true, words: words.partly };
  return { icon: CircleCheck, tone: 'ok', isQuiet: true, words: words.synced };
}
