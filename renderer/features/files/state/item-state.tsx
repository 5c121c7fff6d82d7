import {
  CircleCheck,
  Clock,
  Cloud,
  CloudCog,
  EyeOff,
  GitCompare,
  Hand,
  HardDrive,
  Lock,
  RefreshCw,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { PathState } from '../../../../preload/ipc/shapes/path-state.ts';
import { inWords, StateChip, type StateLook, stateColours } from '../../../components/feedback/state-chip.tsx';
import { hrefOf } from '../../../state/hooks/route.ts';
import { type Item, nameOf } from '../../../state/items/item.ts';
import { type PathStates, usePathState } from '../../../state/items/path-states.ts';
import { texts } from '../../../texts/texts.ts';
import type { FolderSync } from './sync-states.ts';

/** Where the states of items come from. */
export type ItemStates = {
  readonly states: PathStates;
  /** The selective sync state of a folder. */
  readonly syncOf: (item: Item) => FolderSync;
};

type ItemStateProps = ItemStates & {
  readonly item: Item;
  /** Shows only the icon; screen readers and a tooltip give the label. */
  readonly isSmall?: boolean;
  /** True if it links to its fix; false where there are no interactive elements. */
  readonly isLink?: boolean;
  /** The link is a tab stop; in a list, only that of the focused row is. */
  readonly isActive?: boolean;
};

/** The state that `tandem why` reports for an item; a conflict links to its comparison, a problem to its fix. */
export function ItemState(props: ItemStateProps): ReactNode {
  const { item, states, syncOf, isSmall = false, isActive = true, isLink = true } = props;
  const state = usePathState(states, item.id);
  if (item.type === 'web_link') return <StateChip isSmall={isSmall} {...bookmark()} />;
  if (state === undefined) return <StateChip isSmall={isSmall} {...unknown} />;
  const chip = <StateChip isSmall={isSmall} {...lookOf(item, state, syncOf)} share={state.progress} />;
  const fix = isLink ? fixOf(state) : null;
  return fix === null ? (
    chip
  ) : (
    <a href={fix} tabIndex={isActive ? 0 : -1} className="min-w-0 rounded-full hover:underline">
      {chip}
      {/* The accessible name starts with the visible state; the link target follows. */}
      <span className="sr-only">{leadsTo(nameOf(item), state)}</span>
    </a>
  );
}

/** The state in words below a name, if it is worth a word there; `facts` otherwise. The chip in the same row says it to screen readers. */
export function StateLine({ item, states, syncOf, facts }: ItemStates & { item: Item; facts: string }): ReactNode {
  const state = usePathState(states, item.id);
  if (item.type === 'web_link' || state === undefined) return facts;
  const look = lookOf(item, state, syncOf);
  if (look.isQuiet === true) return facts;
  return (
    <span aria-hidden className={stateColours[look.tone]}>
      {inWords({ ...look, share: state.progress })}
    </span>
  );
}

const leadsTo = (name: string, { conflict }: PathState): string =>
  conflict === null ? texts.attention.decideOf(name) : texts.attention.compareOf(name);

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

/** Nothing, with the elements of the state that most items have: a list has them for hundreds of rows when the answer arrives. */
const unknown: StateLook = { icon: CircleCheck, tone: 'ok', isQuiet: true, words: '' };

const bookmark = (): StateLook => ({ icon: Cloud, tone: 'mute', isQuiet: true, words: texts.files.bookmark });

function lookOf(item: Item, state: PathState, syncOf: ItemStates['syncOf']): StateLook {
  const { rowStates: words } = texts.files;
  const lockedBy = item.type === 'file' ? item.lock?.created_by.name : undefined;
  if (state.held !== null) return { icon: Hand, tone: 'warn', words: words.held };
  switch (state.status) {
    case 'conflict':
      return { icon: GitCompare, tone: 'bad', words: words.conflict };
    case 'blocked': {
      const isName = state.code !== null && NAMES.has(state.code);
      return { icon: TriangleAlert, tone: 'warn', words: isName ? words.needsName : words.attention };
    }
    case 'waiting':
      return { icon: Clock, tone: 'mute', words: lockedBy === undefined ? words.waiting : words.waitingFor(lockedBy) };
    case 'ignored':
      return state.code === 'kept_here'
        ? { icon: HardDrive, tone: 'mute', isQuiet: true, words: words.keptHere }
        : { icon: EyeOff, tone: 'mute', isQuiet: true, words: words.ignored };
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
  syncOf: ItemStates['syncOf'],
  lockedBy: string | undefined,
): StateLook {
  const { rowStates: words } = texts.files;
  if (beneath === 'attention') return { icon: TriangleAlert, tone: 'warn', words: words.attention };
  if (beneath === 'syncing') return { icon: RefreshCw, tone: 'busy', words: words.syncing };
  if (lockedBy !== undefined) return { icon: Lock, tone: 'mute', isQuiet: true, words: texts.files.lockedBy(lockedBy) };
  if (syncOf(item) === 'partially_synced') return { icon: CloudCog, tone: 'mute', isQuiet: true, words: words.partly };
  return { icon: CircleCheck, tone: 'ok', isQuiet: true, words: words.synced };
}
