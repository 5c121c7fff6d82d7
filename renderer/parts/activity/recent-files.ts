import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { useAnswer } from '../../state/bridge/actions.ts';
import type { texts } from '../../texts/texts.ts';

type RecentAct = keyof typeof texts.home.recently;

/** Journal entries to search for recently changed files. */
const LOOKED_AT = 30;
const question = { limit: LOOKED_AT };

/** Recently changed files, each once, newest first; undefined while loading. */
export function useRecentFiles(most: number): readonly ActivityEntry[] | undefined {
  const { data } = useAnswer('activity.list', question);
  return data === undefined ? undefined : newestFiles(data.entries, most);
}

/** The last change of a recent file; null: not made by a person. */
export function recentAct({ kind, fromPath, path }: ActivityEntry): RecentAct | null {
  const isRename = fromPath !== null && parentOf(fromPath) === parentOf(path);
  if (kind.startsWith('move-')) return isRename ? 'renamed' : 'moved';
  return ACTS[kind] ?? null;
}

const ACTS: Readonly<Record<string, RecentAct>> = {
  upload: 'added',
  download: 'added',
  'upload-version': 'edited',
  'download-version': 'edited',
  'promote-version': 'restored',
  'restore-remote': 'restored',
  'restore-local': 'restored',
  'replace-local': 'restored',
};

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** `entries`: newest first. A deleted file is not listed. */
export function newestFiles(entries: readonly ActivityEntry[], most: number): readonly ActivityEntry[] {
  const byFile = new Map<string, ActivityEntry>();
  for (const entry of entries) {
    const key = `${entry.rootId} ${entry.path}`;
    if (entry.itemKind === 'file' && !byFile.has(key)) byFile.set(key, entry);
  }
  return [...byFile.values()].filter(({ kind }) => !kind.startsWith('trash-')).slice(0, most);
}
