/** Items on this disk whose contents are unknown, because they or their rules can't be read (edge case 73): mostly folders. */

import { basename, posix } from 'node:path';
import type { ProblemMessage } from '../../../../preload/words/message.ts';
import { diskProblem } from '../../execute/problems.ts';
import { parentPath } from '../../model/disk-path.ts';
import type { LocalId } from '../../model/ids.ts';
import { IGNORE_FILE } from '../../model/names/rule-file.ts';
import type { Problem } from '../../model/plan/problem.ts';
import { RULE_LIMITS } from '../../model/rule-limits.ts';
import { TooManyRulesError } from '../../observe/local/ignore/rule-files.ts';
import type { FileSystemError } from '../../ports/file-system.ts';
import type { Reason } from '../../store/work/reasons.ts';
import type { RootContext } from '../root-context.ts';
import type { UnseenItem } from '../state/folder-sight.ts';

type Seen = Pick<RootContext, 'folder' | 'root'>;

/** `below`: it is about the item with this name in that folder, which was never synced. */
export type Unlisted = Reason & { readonly below?: string };

/** One reason per item, unless it waits for another one as well. */
export function unlistedFolders(context: Seen): readonly Unlisted[] {
  const listed = [...context.folder.unlisted.keys()].flatMap((id) => {
    const hasOther = context.root.reasonOf({ localId: id, itemId: null }) !== undefined;
    const reason = hasOther ? undefined : reasonOf(context, id);
    if (reason === undefined) return [];
    // The root has no name: its rule file is named instead.
    return id === context.root.rootLocalId ? { ...reason, below: IGNORE_FILE } : reason;
  });
  const unseen = [...context.folder.unseen.values()].flatMap((one) => reasonOfUnseen(context, one) ?? []);
  return [...listed, ...unseen];
}

function reasonOfUnseen({ root }: Seen, { folder, name, error }: UnseenItem): Unlisted | undefined {
  const above = root.localPath(folder);
  const reason = above === null ? undefined : asReason(folder, error, above === '' ? name : `${above}/${name}`);
  return reason === undefined ? undefined : { ...reason, below: name };
}

/** The reason of the folder at this path, or of one above it. */
export function unlistedAbove(context: Seen, below: string): Reason | undefined {
  if (context.folder.unlisted.size === 0) return undefined;
  for (let path = below; ; path = parentPath(path)) {
    const id = context.root.localAt(path);
    const reason = id === undefined ? undefined : reasonOf(context, id);
    if (reason !== undefined || path === '') return reason;
  }
}

/** Undefined: it could be listed, is gone since, or the next scan tells. */
function reasonOf({ folder, root }: Seen, localId: LocalId): Reason | undefined {
  const [path, error] = [root.localPath(localId), folder.unlisted.get(localId)];
  if (path === null || error === undefined) return undefined;
  const subject = basename(error.path) === IGNORE_FILE ? posix.join(path, IGNORE_FILE) : path;
  return asReason(localId, error, subject);
}

const ruleFileTooLong = (subject: string): Problem => ({
  code: 'rule_file_too_long',
  reach: 'blocked',
  says: rulesTooLong(subject),
});

/** Why a folder is left as it is while its rule file exceeds the limits (SPEC P87). */
export const rulesTooLong = (subject: string): ProblemMessage => ({
  code: 'rule_file_too_long',
  args: { subject, most: RULE_LIMITS.rules, mostBytes: RULE_LIMITS.bytes },
});

function asReason(localId: LocalId, error: FileSystemError, subject: string): Reason | undefined {
  const problem = error instanceof TooManyRulesError ? ruleFileTooLong(subject) : diskProblem(error, subject, true);
  if (problem === null) return undefined;
  const noStep = { suggestedName: null, step: null, attempts: 0, retryAtMs: null };
  return { localId, itemId: null, source: 'plan', problem, ...noStep, atMs: 0 };
}
