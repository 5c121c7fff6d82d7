import type { ReactNode } from 'react';
import type { Conflict } from '../../../preload/ipc/shapes/attention.ts';
import { rowButtons } from '../../components/controls/button-look.ts';
import { Card, Section } from '../../components/layout/card.tsx';
import { FactLine } from '../../components/layout/fact-line.tsx';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { fileType } from '../../parts/files/file-type.ts';
import { placeOf } from '../../parts/problems/place-of.ts';
import { useAnswer } from '../../state/bridge/actions.ts';
import { ask } from '../../state/bridge/bridge.ts';
import { useRoots } from '../../state/bridge/roots.ts';
import { useConnection } from '../../state/bridge/session.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { byOffset } from '../../state/service/list-parts.ts';
import { type List, useList } from '../../state/service/use-list.ts';
import { formatWhen } from '../../texts/format.ts';
import { asTitle } from '../../texts/say.ts';
import { texts } from '../../texts/texts.ts';
import { ConflictFix } from './fixes/conflict-fix.tsx';
import { MoreRow } from './problem-list.tsx';
import { useOtherAuthor } from './use-other-author.ts';

/** Items that changed in two places; both versions are kept until the user decides. */
export function ConflictList({
  conflicts,
  total,
  onMore,
}: {
  conflicts: readonly Conflict[];
  total: number;
  onMore: () => void;
}): ReactNode {
  return (
    <Section title={texts.attention.conflicts(total)}>
      <Card>
        <ul className="divide-y divide-line">
          {conflicts.map((conflict) => (
            <ConflictRow key={conflict.id} conflict={conflict} />
          ))}
          <MoreRow count={total - conflicts.length} onMore={onMore} />
        </ul>
      </Card>
    </Section>
  );
}

function ConflictRow({ conflict }: { conflict: Conflict }): ReactNode {
  const nowMs = useNow(60_000);
  const roots = useRoots();
  const isLost = useConnection() !== 'connected';
  const other = useOtherAuthor(conflict.theirs);
  const who = other !== null && conflict.reason === 'both_edited' ? texts.attention.bothChanged(other) : null;
  return (
    <li className="flex min-h-18 flex-wrap items-center gap-3 px-4 py-2.5 sm:px-6">
      <FileIcon type={conflict.itemKind === 'folder' ? 'folder' : fileType(conflict.path)} size={32} />
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="font-semibold">{asTitle(conflict.sentence)}</p>
        <FactLine facts={[placeOf(conflict, roots), formatWhen(conflict.atMs, nowMs), who]} />
      </div>
      <div className={rowButtons}>
        <ConflictFix path={conflict.path} conflict={conflict.id} isDisabled={isLost} />
      </div>
    </li>
  );
}

/** Conflicts read at a time. */
const PART = 100;

const size = { limit: 1 };

/** Open conflicts, oldest first, as far as they are loaded, and the number of all; null: not known yet. `isWhole`: loads all of them. */
export function useConflicts({ isWhole = false } = {}): List<Conflict> & { readonly total: number | null } {
  const list = useList<Conflict>({
    key: ['conflict.list', 'all'],
    read: byOffset(async (bridge, offset) => {
      const { conflicts, total } = await ask(bridge, 'conflict.list', { limit: PART, offset });
      return { entries: conflicts, total, limit: PART };
    }),
    isWhole,
  });
  const { data, error, refetch } = useAnswer('conflict.list', size);
  return {
    ...list,
    total: data?.total ?? null,
    error: list.error ?? error,
    again: () => {
      list.again();
      void refetch();
    },
  };
}
