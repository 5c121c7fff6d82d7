import type { ReactNode } from 'react';
import type { Conflict } from '../../../preload/ipc/shapes/attention.ts';
import { rowKeys } from '../../components/collection/row-keys.ts';
import { Card, Section } from '../../components/layout/card.tsx';
import { useAnswer } from '../../state/bridge/actions.ts';
import { ask } from '../../state/bridge/bridge.ts';
import { byOffset } from '../../state/service/list-parts.ts';
import { type List, useList } from '../../state/service/use-list.ts';
import { asTitle } from '../../texts/say.ts';
import { texts } from '../../texts/texts.ts';
import { ConflictRow } from './conflict-row.tsx';
import { MoreRow } from './problem-list.tsx';

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
  const title = texts.attention.conflicts;
  return (
    <Section title={title}>
      <Card>
        <ul aria-label={title} ref={rowKeys} className="divide-y divide-line">
          {conflicts.map((conflict) => (
            <ConflictRow
              key={conflict.id}
              {...conflict}
              title={asTitle(conflict.sentence)}
              isFolder={conflict.itemKind === 'folder'}
              author={conflict.theirs}
            />
          ))}
          <MoreRow count={total - conflicts.length} onMore={onMore} />
        </ul>
      </Card>
    </Section>
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
