import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { useAnswer } from '../../state/bridge/actions.ts';
import { parentPath } from '../../state/items/base-name.ts';
import type { texts } from '../../texts/texts.ts';

type RecentAct = keyof typeof texts.home.recently;

/** Files of one folder that one person changed alike, one after the other. */
export type RecentChange = {
  readonly newest: ActivityEntry;
  /** How many others there are. */
  readonly others: number;
};

/** Journal entries to search for recently changed files. */
const LOOKED_AT = 100;
const question = { limit: LOOKED_AT };
/** Changes further apart than this are two, unless one pass made both. */
const APART_MS = 3_600_000;

/** The recent changes, each file once, newest first; undefined while loading. */
export function useRecentChanges(most: number): readonly RecentChange[] | undefined {
  const { data } = useAnswer('activity.list', question);
  return data === undefined ? undefined : recentChanges(newestFiles(data.entries), most);
}

/** `files`: newest first. */
export function recentChanges(files: readonly ActivityEntry[], most: number): readonly RecentChange[] {
  const changes: ActivityEntry[][] = [];
  for (const file of files) {
    const last = changes.at(-1);
    if (last?.[0] !== undefined && isAlike(last[0], file) && isSoonAfter(last.at(-1), file)) last.push(file);
    else changes.push([file]);
  }
  return changes
    .slice(0, most)
    .flatMap(([newest, ...others]) => (newest === undefined ? [] : [{ newest, others: others.length }]));
}

const isAlike = (one: ActivityEntry, other: ActivityEntry): boolean =>
  recentAct(one) !== null &&
  recentAct(one) === recentAct(other) &&
  one.rootId === other.rootId &&
  parentPath(one.path) === parentPath(other.path) &&
  one.side === other.side &&
  one.by?.id === other.by?.id;

const isSoonAfter = (later: ActivityEntry | undefined, earlier: ActivityEntry): boolean =>
  later?.batch === earlier.batch || (later?.atMs ?? 0) - earlier.atMs < APART_MS;

/** The last change of a recent file; null: not made by a person. */
export function recentAct({ kind, fromPath, path }: ActivityEntry): RecentAct | null {
  const isRename = fromPath !== null && parentPath(fromPath) === parentPath(path);
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
  'bring-back': 'restored',
};

/** `entries`: newest first. A deleted file is not listed. */
export function newestFiles(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  const byFile = new Map<string, ActivityEntry>();
  for (const entry of entries) {
    const key = `${entry.rootId} ${entry.path}`;
    if (entry.itemKind === 'file' && !byFile.has(key)) byFile.set(key, entry);
  }
  return [...byFile.values()].filter(({ kind }) => !kind.startsWith('trash-'));
}
