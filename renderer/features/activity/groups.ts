import type { ActivityEntry } from '../../../preload/ipc/shapes/status.ts';
import { parentPath } from '../../state/items/base-name.ts';
import type { texts } from '../../texts/texts.ts';

/** A batch that is longer is read no further: the next page has only older batches. */
export const READ_OF_BATCH = 500;

/** The changes of one pass in one synced folder: one sentence in Activity, and one Undo. */
export type ActivityGroup = {
  readonly key: string;
  /** Of the newest entry. */
  readonly atMs: number;
  readonly rootId: number;
  readonly batch: number;
  /** Newest first. */
  readonly entries: readonly ActivityEntry[];
  /** It may have more entries than these. */
  readonly isOpen: boolean;
  /** No page will have the others. */
  readonly isCut: boolean;
  readonly sentence: SentenceId;
  readonly isOurs: boolean;
  /** The person who made all of these changes on the service; null: several, not stated, or made here. */
  readonly by: ActivityEntry['by'];
  /** The deepest common folder; empty: the synced folder itself. */
  readonly place: string;
  /** The common source folder of all moves; null: no moves, or several sources. */
  readonly from: string | null;
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
  /** All of it is one conflict: the path that both versions had, and that of the copy. Null otherwise. */
  readonly conflict: { readonly path: string; readonly copyPath: string } | null;
};

export type ActivityDay = { readonly startMs: number; readonly groups: readonly ActivityGroup[] };

export type SentenceId = keyof typeof texts.activity.sentences;

/** `entries`: newest first. `hasMore`: older ones are not loaded yet. */
export function daysOf(entries: readonly ActivityEntry[], hasMore: boolean): readonly ActivityDay[] {
  const days = new Map<number, ActivityGroup[]>();
  for (const group of groupsOf(entries, hasMore)) {
    const startMs = startOfDay(group.atMs);
    const day = days.get(startMs);
    if (day === undefined) days.set(startMs, [group]);
    else day.push(group);
  }
  return [...days].map(([startMs, groups]) => ({ startMs, groups }));
}

function groupsOf(entries: readonly ActivityEntry[], hasMore: boolean): readonly ActivityGroup[] {
  const byBatch = new Map<number, ActivityEntry[]>();
  const oldestBatchOfRoot = new Map<number, number>();
  for (const entry of entries) {
    const batch = byBatch.get(entry.batch);
    if (batch === undefined) byBatch.set(entry.batch, [entry]);
    else batch.push(entry);
    oldestBatchOfRoot.set(entry.rootId, entry.batch);
  }
  // Passes of different folders interleave, but those of one folder are consecutive.
  return [...byBatch.values()].flatMap((all) => {
    const [newest] = all;
    if (newest === undefined) return [];
    const isCut = all.length > READ_OF_BATCH;
    const isOpen = isCut || (hasMore && oldestBatchOfRoot.get(newest.rootId) === newest.batch);
    return [describe(newest, isCut ? all.slice(0, READ_OF_BATCH) : all, { isCut, isOpen })];
  });
}

function describe(
  newest: ActivityEntry,
  entries: readonly ActivityEntry[],
  whole: Pick<ActivityGroup, 'isOpen' | 'isCut'>,
): ActivityGroup {
  const sentence = sentenceOf(entries);
  const origins = new Set(entries.map(({ fromPath, path }) => parentPath(fromPath ?? path)));
  const [origin] = origins;
  const conflict = conflictOf(entries);
  return {
    key: `${newest.rootId} ${newest.batch}`,
    atMs: newest.atMs,
    rootId: newest.rootId,
    batch: newest.batch,
    entries,
    ...whole,
    sentence,
    isOurs: ours.has(sentence),
    by: conflict === null ? commonAuthor(newest, entries) : authorAt(entries, conflict.path),
    conflict,
    place: commonFolder(entries.map(({ path }) => parentPath(path))),
    from: moves.has(sentence) && origins.size === 1 ? (origin ?? null) : null,
    files: countOf(entries, 'file'),
    folders: countOf(entries, 'folder'),
    bytes: entries.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
  };
}

function conflictOf(entries: readonly ActivityEntry[]): ActivityGroup['conflict'] {
  const [aside, another] = entries.filter(({ kind }) => kind === 'set-aside');
  if (aside === undefined || another !== undefined || aside.fromPath === null) return null;
  const { path: copyPath, fromPath } = aside;
  return entries.every(({ path }) => path === copyPath || path === fromPath) ? { path: fromPath, copyPath } : null;
}

const commonAuthor = (newest: ActivityEntry, entries: readonly ActivityEntry[]): ActivityEntry['by'] =>
  entries.every(({ by }) => by?.id === newest.by?.id) ? newest.by : null;

const authorAt = (entries: readonly ActivityEntry[], path: string): ActivityEntry['by'] =>
  entries.find((entry) => entry.path === path && entry.by !== null)?.by ?? null;

/** One entry for each item, even if several steps changed it: the newest. */
export function latestOfEach(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  const latest = new Map<string, ActivityEntry>();
  for (const entry of entries) {
    const key = `${entry.itemKind} ${entry.path}`;
    if (!latest.has(key)) latest.set(key, entry);
  }
  return [...latest.values()];
}

const countOf = (entries: readonly ActivityEntry[], kind: ActivityEntry['itemKind']): number =>
  latestOfEach(entries).filter(({ itemKind }) => itemKind === kind).length;

/** Sentences for actions of this computer's person; all others came from the service or from Tandem. */
const ours: ReadonlySet<SentenceId> = new Set<SentenceId>([
  'uploaded',
  'edited',
  'createdThere',
  'movedThere',
  'renamedThere',
  'trashedThere',
  'restored',
  'resolved',
  'changedThere',
]);
const ARRIVALS: ReadonlySet<SentenceId> = new Set<SentenceId>(['restoredHere', 'downloaded', 'createdHere']);
const moves: ReadonlySet<SentenceId> = new Set<SentenceId>(['movedThere', 'movedHere']);

/** By kind of step (main/engine/model/plan/step.ts and act.ts); moves and renames have the same kind. */
const sentenceOfKind: Readonly<Record<string, SentenceId>> = {
  upload: 'uploaded',
  'upload-version': 'edited',
  download: 'downloaded',
  'download-version': 'updated',
  'create-remote-folder': 'createdThere',
  'create-local-folder': 'createdHere',
  'move-remote': 'movedThere',
  'move-local': 'movedHere',
  'trash-remote': 'trashedThere',
  'trash-local': 'trashedHere',
  'set-aside': 'keptBoth',
  'restore-remote': 'restored',
  'restore-local': 'restored',
  'replace-local': 'restored',
  'bring-back': 'restored',
  'promote-version': 'restored',
  resolve: 'resolved',
  rescue: 'rescued',
  adopt: 'matched',
  forget: 'forgotten',
};

function sentenceOf(entries: readonly ActivityEntry[]): SentenceId {
  if (conflictOf(entries) !== null) return 'keptBoth';
  if (areRestored(entries)) return 'restoredHere';
  const all = new Set(entries.map(sentenceOfEntry));
  // A new folder arrives together with its contents.
  if (all.has('uploaded')) all.delete('createdThere');
  if (all.has('downloaded')) all.delete('createdHere');
  // A move made to carry out a decision belongs to that decision.
  if (all.has('resolved')) return 'resolved';
  const [first] = all;
  if (first !== undefined && all.size === 1) return first;
  // If changes of both sides met, no single side did all of it.
  return entries.every(({ side }) => side === 'remote') ? 'changedThere' : 'changedHere';
}

/** Everything is a restored item, or came with a restored folder. */
function areRestored(entries: readonly ActivityEntry[]): boolean {
  const restored = entries.filter((entry) => sentenceOfEntry(entry) === 'restoredHere');
  const isIn = ({ path }: ActivityEntry): boolean =>
    restored.some((folder) => folder.path === path || path.startsWith(`${folder.path}/`));
  return restored.length > 0 && entries.every((entry) => isIn(entry) && ARRIVALS.has(sentenceOfEntry(entry)));
}

function sentenceOfEntry(entry: ActivityEntry): SentenceId {
  // Someone restored it on the service, and this computer followed.
  if (entry.kind === 'restore-remote' && entry.side === 'local') return 'restoredHere';
  const sentence = sentenceOfKind[entry.kind] ?? 'changedHere';
  const isRename =
    moves.has(sentence) && entry.fromPath !== null && parentPath(entry.fromPath) === parentPath(entry.path);
  if (!isRename) return sentence;
  return sentence === 'movedThere' ? 'renamedThere' : 'renamedHere';
}

function commonFolder(folders: readonly string[]): string {
  const [first = '', ...others] = folders;
  let common = first === '' ? [] : first.split('/');
  for (const folder of others) {
    const parts = folder.split('/');
    const differs = common.findIndex((part, level) => part !== parts[level]);
    if (differs !== -1) common = common.slice(0, differs);
  }
  return common.join('/');
}

function startOfDay(atMs: number): number {
  const day = new Date(atMs);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}
