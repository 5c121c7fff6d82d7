import {
  type Cause,
  causeOf,
  fixOf,
  type Message,
  type ProblemMessage,
  withFix,
} from '../../../preload/words/message.ts';
import { TooManyRulesError } from '../observe/local/ignore/rule-files.ts';
import type { RootState } from '../observe/local/root-state.ts';
import type { RootContext } from '../root/root-context.ts';
import { rulesTooLong, type Unlisted, unlistedFolders } from '../root/waiting/unlisted-folders.ts';
import { type AliasLine, aliasesOf } from './aliases.ts';

/** The document that `tandem sync --once --json` ends with. */
export type SyncReport = {
  readonly state: 'in_sync' | 'attention' | 'error';
  readonly uploaded: number;
  readonly downloaded: number;
  readonly deleted_local: number;
  readonly deleted_remote: number;
  readonly moved: number;
  readonly conflicts: number;
  readonly blocked: readonly ({ readonly path: string; readonly reason: string; readonly remedy: Message } & Cause)[];
  readonly held: number;
  /** Links, special files and items excluded by rules; none of them is touched. At most 10,000. */
  readonly ignored: readonly { readonly path: string; readonly reason: string }[];
  /** Items with another name on this disk, because it cannot store the original; omitted if there are none. At most 10,000. */
  readonly aliases?: readonly AliasLine[];
  readonly bytes_up: number;
  readonly bytes_down: number;
  readonly requests: number;
  readonly seconds: number;
  /** Set if the state is `error`: the failure and its remedy. */
  readonly error?: { readonly code: string; readonly message: Message; readonly remedy: Message } & Cause;
};

const MOST_LISTED = 10_000;

export function reportOf(
  contexts: readonly RootContext[],
  { requests, seconds }: { readonly requests: number; readonly seconds: number },
): SyncReport {
  const sum = (of: (context: RootContext) => number): number => contexts.reduce((total, one) => total + of(one), 0);
  const blocked = contexts.flatMap((context) =>
    [...context.root.reasons(MOST_LISTED), ...unlistedFolders(context)].map((one) => toLine(context, one)),
  );
  const aliases = contexts.flatMap((context) => aliasesOf(context, MOST_LISTED));
  const error = contexts.map(errorOf).find((found) => found !== undefined);
  const isInSync = contexts.every(isRootInSync);
  return {
    state: error !== undefined ? 'error' : isInSync ? 'in_sync' : 'attention',
    uploaded: sum(({ tally }) => tally.uploaded),
    downloaded: sum(({ tally }) => tally.downloaded),
    deleted_local: sum(({ tally }) => tally.deletedLocal),
    deleted_remote: sum(({ tally }) => tally.deletedRemote),
    moved: sum(({ tally }) => tally.moved),
    conflicts: sum(({ tally }) => tally.conflicts),
    blocked,
    held: sum(({ root }) => root.reasonCounts().held),
    ignored: contexts.flatMap(ignoredOf),
    ...(aliases.length === 0 ? {} : { aliases }),
    bytes_up: sum(({ tally }) => tally.bytesUp),
    bytes_down: sum(({ tally }) => tally.bytesDown),
    requests,
    seconds,
    ...(error === undefined ? {} : { error }),
  };
}

/** True only if all three trees are equal: nothing in doubt, missing, running or out of sight (I13). */
export function isRootInSync({ folder, service, standing, root, runner, hints, gate }: RootContext): boolean {
  if (!folder.isPresent || standing.renewal !== null) return false;
  if (!folder.isScanned || !service.isCaughtUp || !gate.isOpen) return false;
  if (runner.size > 0 || service.hasNews || !hints.isEmpty() || root.hasDirty()) return false;
  return root.doubtfulCount() + root.missingCount() + unlistedFolders({ folder, root }).length === 0;
}

/** The path relative to the root, as shown to users. */
export function pathOfNode({ root }: RootContext, node: Pick<Unlisted, 'localId' | 'itemId' | 'below'>): string {
  const local = node.localId === null ? null : (root.localPath(node.localId) ?? root.syncedPath(node.localId));
  const path = local ?? (node.itemId === null ? null : root.remotePath(node.itemId)) ?? '';
  return [path, node.below ?? ''].filter((part) => part !== '').join('/');
}

function toLine(context: RootContext, one: Unlisted): SyncReport['blocked'][number] {
  return {
    path: pathOfNode(context, one),
    reason: one.problem.code,
    ...causeOf(one.problem.says),
    remedy: withFix(one.problem.says),
  };
}

function ignoredOf({ root }: RootContext): SyncReport['ignored'] {
  return root.ignored(MOST_LISTED).map(({ parentId, name, reason }) => {
    const folder = root.localPath(parentId) ?? '';
    return { path: folder === '' ? name : `${folder}/${name}`, reason };
  });
}

function errorOf({ folder, standing, gate, record }: RootContext): SyncReport['error'] {
  if (gate.problem !== null) return inReport(gate.problem);
  if (standing.problem !== null) return inReport(standing.problem);
  switch (folder.state) {
    case 'present':
      return isUnreadable(folder) ? inReport(notReadable(folder, record.localPath)) : undefined;
    case null:
      return inReport(notReadable(folder, record.localPath));
    default:
      return inReport({ code: `root_${folder.state}`, says: rootProblem(folder.state, record.localPath) });
  }
}

const notReadable = (folder: RootContext['folder'], path: string) => ({
  code: 'unreadable',
  says: rootNotReadable(folder, path),
});

export const rootNotReadable = ({ trouble }: Pick<RootContext['folder'], 'trouble'>, path: string): ProblemMessage =>
  trouble instanceof TooManyRulesError ? rulesTooLong(trouble.path) : { code: 'root_not_readable', args: { path } };

/** The last look at the linked folder failed, which proves no absence. */
export const isUnreadable = ({ state, retryAtMs }: RootContext['folder']): boolean =>
  state === 'present' && retryAtMs !== null;

const inReport = ({ code, says }: { readonly code: string; readonly says: ProblemMessage }) => ({
  code,
  ...causeOf(says),
  message: says,
  remedy: fixOf(says),
});

/** Why a root pauses; absence is never a delete (edge cases 67 to 70). */
export const rootProblem = (state: Exclude<RootState, 'present'>, path: string): ProblemMessage => ({
  code: `root_${state}`,
  args: { path },
});
