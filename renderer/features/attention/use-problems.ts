import { useState } from 'react';
import type { AttentionItem } from '../../../preload/ipc/shapes/status.ts';
import { ask, type CommandRefused } from '../../state/bridge/bridge.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { byOffset } from '../../state/service/list-parts.ts';
import { useList } from '../../state/service/use-list.ts';
import { keyOfProblem } from './use-attention.ts';

/** Problems asked for at a time. */
const PART = 100;

/** The problems without conflicts and held items: the first from the status, the others once they are asked for. Null: not known yet. */
export function useProblems(): {
  readonly problems: readonly AttentionItem[] | null;
  readonly more: () => void;
  readonly error: CommandRefused | null;
} {
  const first = useStatus(({ attention }) => attention);
  const [isWanted, setWanted] = useState(false);
  const list = useList<AttentionItem & { readonly id: string }>({
    key: ['problem.list'],
    read: byOffset(async (bridge, offset) => {
      const { problems, total } = await ask(bridge, 'problem.list', { limit: PART, offset });
      return { entries: problems.map((item) => ({ ...item, id: keyOfProblem(item) })), total };
    }),
    isWanted,
  });
  const shown = isWanted && list.entries.length > 0 ? list.entries : first;
  return {
    problems: shown?.filter(({ code }) => code !== 'conflict' && code !== 'held_by_guard') ?? null,
    more: () => (isWanted ? list.more() : setWanted(true)),
    error: list.error,
  };
}
