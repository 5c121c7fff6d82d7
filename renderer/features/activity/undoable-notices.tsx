import { GitCompare, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { toneColours } from '../../components/feedback/pill.tsx';
import { useAnswer } from '../../state/bridge/actions.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { formatWhen } from '../../texts/format.ts';
import { ActivitySentence } from './activity-sentence.tsx';
import { type ActivityGroup, daysOf } from './groups.ts';
import { useUndo } from './use-undo.tsx';

/** A line among the notices. */
export type TimedNotice = { readonly key: string; readonly atMs: number; readonly drawn: ReactNode };

const DAY_MS = 86_400_000;
const MOST = 3;
/** Deletes and decisions about conflicts: what a person may regret. */
const kinds = ['trash-remote', 'trash-local', 'resolve'];
const question = { limit: 100, kinds };

/** The last deletes and decisions of a day that can still be undone, or just were. `onLeave`: a line leads to Activity. */
export function useUndoableNotices(onLeave: () => void): readonly TimedNotice[] {
  const nowMs = useNow(60_000);
  const { data } = useAnswer('activity.list', question);
  if (data === undefined) return [];
  return daysOf(data.entries, data.more)
    .flatMap(({ groups }) => groups)
    .filter(({ atMs, entries }) => nowMs - atMs < DAY_MS && entries.some(({ undo }) => undo !== 'never'))
    .slice(0, MOST)
    .map((group) => ({
      key: `activity ${group.key}`,
      atMs: group.atMs,
      drawn: <UndoableNotice group={group} onLeave={onLeave} />,
    }));
}

function UndoableNotice({ group, onLeave }: { group: ActivityGroup; onLeave: () => void }): ReactNode {
  const nowMs = useNow();
  const rootName = useStatus(({ roots }) => roots.find(({ id }) => id === group.rootId)?.name) ?? '';
  const undo = useUndo(group, kinds);
  const [only] = group.entries;
  const explain = (): void => {
    onLeave();
    window.location.hash = hrefOf('activity', { why: only?.path ?? '', root: String(group.rootId) });
  };
  const Icon = group.sentence === 'resolved' ? GitCompare : Trash2;
  return (
    <div className="flex items-start gap-3 px-4 py-3">
      <span aria-hidden className={`grid size-9 shrink-0 place-items-center rounded-full ${toneColours.mute}`}>
        <Icon className="size-4" />
      </span>
      <div className="grid min-w-0 flex-1 justify-items-start gap-1.5 text-dense">
        <ActivitySentence group={group} rootName={rootName} onExplain={explain} />
        {undo.button}
        {undo.message}
      </div>
      <time className="shrink-0 text-dim text-small">{formatWhen(group.atMs, nowMs)}</time>
    </div>
  );
}
