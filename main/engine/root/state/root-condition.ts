import { type Cause, causeOf, fixOf, type Message, type ProblemMessage } from '../../../../preload/words/message.ts';
import { TooManyRulesError } from '../../observe/local/ignore/rule-files.ts';
import type { RootState } from '../../observe/local/root-state.ts';
import type { RootContext } from '../root-context.ts';
import { rulesTooLong, type Unlisted, unlistedFolders } from '../waiting/unlisted-folders.ts';

/** The failure of a root as a whole, and its remedy. */
export type RootError = { readonly code: string; readonly message: Message; readonly remedy: Message } & Cause;

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

/** Why the root is not synced at all; undefined: it is. */
export function errorOf({ folder, standing, gate, record }: RootContext): RootError | undefined {
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
