import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAnswer } from '../../state/bridge/actions.ts';
import { useStatus } from '../../state/bridge/session.ts';

/** Open conflicts, oldest first. */
export function useConflicts() {
  useFreshAnswers('conflict.list', useStatus(({ roots }) => roots.reduce((sum, root) => sum + root.conflicts, 0)) ?? 0);
  return useAnswer('conflict.list', {});
}

/** Batches of deletes and overwrites that the guard holds. */
export function useHeld() {
  useFreshAnswers('held.list', useStatus(({ roots }) => roots.reduce((sum, root) => sum + root.held, 0)) ?? 0);
  return useAnswer('held.list', {});
}

/** Refetches when the count in the status changes. */
function useFreshAnswers(name: string, count: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: [name], predicate: () => count >= 0 });
  }, [queries, name, count]);
}
