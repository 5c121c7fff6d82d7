import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ActivityEntry } from '../../../preload/ipc/status.ts';
import { useAnswer } from '../../state/bridge/actions.ts';
import { useBridge } from '../../state/bridge/bridge.ts';

/** Journal entries to search for recently changed files. */
const LOOKED_AT = 30;
const question = { limit: LOOKED_AT };

/** Recently changed files, each once, newest first; undefined while loading. */
export function useRecentFiles(most: number): readonly ActivityEntry[] | undefined {
  const bridge = useBridge();
  const queries = useQueryClient();
  useEffect(
    () => bridge.subscribe('activity', () => void queries.invalidateQueries({ queryKey: ['activity.list'] })),
    [bridge, queries],
  );
  const { data } = useAnswer('activity.list', question);
  return data === undefined ? undefined : newestFiles(data.entries, most);
}

/** `entries`: newest first. */
export function newestFiles(entries: readonly ActivityEntry[], most: number): readonly ActivityEntry[] {
  const byFile = new Map<string, ActivityEntry>();
  for (const entry of entries) {
    const key = `${entry.rootId} ${entry.path}`;
    if (entry.itemKind === 'file' && !byFile.has(key)) byFile.set(key, entry);
  }
  return [...byFile.values()].slice(0, most);
}
