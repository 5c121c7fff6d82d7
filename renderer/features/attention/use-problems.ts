import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CommandAnswer } from '../../../preload/ipc/commands.ts';
import type { AttentionItem } from '../../../preload/ipc/shapes/status.ts';
import { ask, type CommandRefused, useBridge } from '../../state/bridge/bridge.ts';
import { useConnection, useStatus } from '../../state/bridge/session.ts';
import { keyOfProblem } from './use-attention.ts';

/** Problems asked for at a time. */
const PART = 100;
/** A retry of a problem that the status does not list changes no status. */
const LOOK_EVERY_MS = 10_000;

type Part = CommandAnswer<'problem.list'>;

/** The problems without conflicts and held items: the first from the status, the others once they are asked for. Null: not known yet. */
export function useProblems(): {
  readonly problems: readonly AttentionItem[] | null;
  readonly more: () => void;
  readonly error: CommandRefused | null;
} {
  const first = useStatus(({ attention }) => attention);
  const [isWanted, setWanted] = useState(false);
  const bridge = useBridge();
  const isConnected = useConnection() === 'connected';
  // Each retry changes the order, so all parts are read again together.
  const list = useInfiniteQuery<Part, CommandRefused, readonly AttentionItem[], readonly ['problem.list'], number>({
    queryKey: ['problem.list'],
    queryFn: ({ pageParam }) => ask(bridge, 'problem.list', { limit: PART, offset: pageParam }),
    initialPageParam: 0,
    getNextPageParam: ({ problems, total }, _, offset) => {
      const next = offset + problems.length;
      return problems.length > 0 && next < total ? next : undefined;
    },
    select: eachOnce,
    enabled: isWanted,
    refetchInterval: isConnected && LOOK_EVERY_MS,
  });
  const shown = (isWanted ? list.data : undefined) ?? first;
  const more = (): void => {
    if (!isWanted) setWanted(true);
    else
      void (list.hasNextPage ? list.fetchNextPage({ cancelRefetch: false }) : list.refetch({ cancelRefetch: false }));
  };
  return {
    problems: shown?.filter(({ code }) => code !== 'conflict' && code !== 'held_by_guard') ?? null,
    more,
    error: isWanted ? list.error : null,
  };
}

/** A retry between the reads of two parts moves a problem from one to the other. */
function eachOnce({ pages }: InfiniteData<Part>): readonly AttentionItem[] {
  const problems = pages.flatMap((part) => part.problems);
  return [...new Map(problems.map((item) => [keyOfProblem(item), item])).values()];
}
