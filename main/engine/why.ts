import { isAbsolute, relative, sep } from 'node:path';
import type { Why } from '../../preload/ipc/status.ts';
import { type AliasLine, aliasOf } from './aliases.ts';
import { nodesOf } from './execute/subject.ts';
import type { Conflict } from './model/conflict.ts';
import type { LocalEntry, RemoteEntry, SyncedEntry } from './model/entry.ts';
import type { ItemId, LocalId } from './model/ids.ts';
import { isOutOfScope } from './model/left-out.ts';
import type { Step } from './model/step.ts';
import type { RootContext } from './root-context.ts';
import type { Blocked } from './store/blocked-table.ts';
import { batchOf, conflictAt, conflictSentence, heldAbove } from './why-attention.ts';

/** Which root a path is in, and where below it; a relative path is looked for in each root. */
export function placeOf(
  contexts: readonly RootContext[],
  path: string,
): { context: RootContext; below: string } | null {
  for (const context of contexts) {
    const below = isAbsolute(path) ? relative(context.record.localPath, path) : path;
    if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) continue;
    const named = below.split(sep).join('/').replace(/\/+$/, '');
    const { root } = context;
    const isKnown = [root.localAt(named), root.remoteAt(named), root.syncedAt(named)].some((id) => id !== undefined);
    if (isAbsolute(path) || isKnown || contexts.length === 1) return { context, below: named };
  }
  return null;
}

/** The three observations of a path, the rule, the step or the block, the last error and the next try. */
export function whyOf(context: RootContext, below: string): Why {
  const { root } = context;
  const found = nodesAt(context, below);
  const { known, status, reason, step, conflict } = judge(context, found, below);
  const local = found.localId === null ? undefined : root.local(found.localId);
  const remote = found.itemId === null ? undefined : root.remote(found.itemId);
  const synced = found.localId === null ? undefined : root.syncedByLocal(found.localId);
  const sentence = conflict === undefined ? sentenceOf(known, reason, step, below) : conflictSentence(conflict, below);
  const alias = aliasOf(context, found.localId);
  const operation = step?.kind ?? reason?.operation ?? null;
  return {
    rootId: context.record.id,
    path: below,
    status,
    sentence: withAlias(sentence, alias),
    ...(alias === null ? {} : { alias: { remoteName: alias.remote_name, sentence: alias.reason } }),
    ...observations(context, below, { local, remote, synced }),
    rule: step?.rule ?? reason?.rule ?? null,
    operation,
    next: operation === null ? null : plannedSentence(operation),
    problem:
      reason === undefined
        ? null
        : { code: reason.problem.code, sentence: reason.problem.message, remedy: reason.problem.remedy },
    retryAtMs: reason?.retryAtMs ?? null,
    attempts: reason?.attempts ?? null,
    held: batchOf(context, reason),
    conflict: conflict?.id ?? null,
  };
}

/** What holds for a path. `status` is the answer of `tandem why`; `known` is the same before an open conflict is considered. */
export type Judgement = {
  readonly known: Why['status'];
  readonly status: Why['status'];
  readonly reason: Blocked | undefined;
  readonly step: Step | null;
  readonly conflict: Conflict | undefined;
};

export function judge(context: RootContext, found: Found, below: string): Judgement {
  const { root } = context;
  const own = root.blockedOf(found) ?? root.blockedOf({ localId: null, itemId: found.itemId });
  const reason = own ?? heldAbove(context, found.localId);
  const step = context.runner.steps().find((one) => sharesNode(one.step, found))?.step ?? null;
  const known = isUnknown(context, found) ? ignoredOrUnknown(context, below) : statusOf(context, found, reason, step);
  const conflict = known === 'synced' ? conflictAt(context, found.localId) : undefined;
  return { known, status: conflict === undefined ? known : 'conflict', reason, step, conflict };
}

function isUnknown({ root }: RootContext, { localId, itemId }: Found): boolean {
  const isHere = localId !== null && (root.local(localId) ?? root.syncedByLocal(localId)) !== undefined;
  return !isHere && (itemId === null || root.remote(itemId) === undefined);
}

type Observed = {
  readonly local: LocalEntry | undefined;
  readonly remote: RemoteEntry | undefined;
  readonly synced: SyncedEntry | undefined;
};

function observations({ root }: RootContext, below: string, { local, remote, synced }: Observed) {
  const here = local && {
    path: root.localPath(local.id) ?? below,
    kind: local.kind,
    sizeBytes: local.kind === 'file' ? local.fingerprint.sizeBytes : null,
    sha1: local.sha1,
    mark: local.fingerprint.mtimeNs,
    id: String(local.id),
  };
  const there = remote && {
    path: root.remotePath(remote.id) ?? below,
    kind: remote.kind,
    sizeBytes: remote.content?.sizeBytes ?? null,
    sha1: remote.content?.sha1 ?? null,
    mark: remote.etag,
    id: remote.id,
  };
  const agreed = synced && {
    path: root.syncedPath(synced.localId) ?? below,
    kind: synced.kind,
    sizeBytes: synced.content?.sizeBytes ?? null,
    sha1: synced.content?.sha1 ?? null,
    mark: synced.etag,
    id: synced.itemId,
  };
  return { local: here ?? null, remote: there ?? null, synced: agreed ?? null };
}

export type Found = { readonly localId: LocalId | null; readonly itemId: ItemId | null };

/** The nodes of a path on either side, also of what is gone from one of them. */
export function nodesAt({ root }: RootContext, below: string): Found {
  const localId = root.localAt(below) ?? root.syncedAt(below) ?? null;
  const synced = localId === null ? undefined : root.syncedByLocal(localId);
  const itemId = synced?.itemId ?? root.remoteAt(below) ?? null;
  return { localId: localId ?? (itemId === null ? null : (root.syncedByItem(itemId)?.localId ?? null)), itemId };
}

function statusOf(context: RootContext, found: Found, reason: Blocked | undefined, step: Step | null): Why['status'] {
  if (reason !== undefined) return reason.problem.reach === 'blocked' ? 'blocked' : 'waiting';
  if (step !== null || context.root.isDirty(found)) return 'syncing';
  if (found.itemId !== null && isOutOfScope(context.execution.trees, found.itemId)) {
    return context.root.isExcluded(found.itemId) ? 'excluded' : 'ignored';
  }
  const remote = found.itemId === null ? undefined : context.root.remote(found.itemId);
  if (found.localId === null && remote?.canDownload === false) return 'excluded';
  // Only there, and nothing is to be done about it: something that is left out has its name here.
  if (found.localId === null) return 'ignored';
  // A folder that holds nothing to sync, and is left alone (SPEC P68, P86).
  return context.root.syncedByLocal(found.localId) === undefined ? 'ignored' : 'synced';
}

function ignoredOrUnknown({ local, root }: RootContext, below: string): Why['status'] {
  if (local.ignoredBy(below, false) !== null || local.ignoredBy(below, true) !== null) return 'ignored';
  const slash = below.lastIndexOf('/');
  const folder = root.localAt(slash < 0 ? '' : below.slice(0, slash));
  const isListed = folder !== undefined && root.ignoredIn(folder).some(({ name }) => name === below.slice(slash + 1));
  return isListed ? 'ignored' : 'unknown';
}

function sentenceOf(status: Why['status'], reason: Blocked | undefined, step: Step | null, path: string): string {
  switch (status) {
    case 'synced':
      return `"${path}" is the same on this computer and on the service.`;
    case 'blocked':
    case 'waiting':
      return `${reason?.problem.message ?? ''} ${reason?.problem.remedy ?? ''}`.trim();
    case 'excluded':
      return `"${path}" is on the service and not on this computer: its folder is left out, or it may not be downloaded.`;
    case 'ignored':
      return `"${path}" is left out: a rule, or what it is, says so.`;
    case 'unknown':
      return `Nothing is known of "${path}": it is neither on this computer nor on the service.`;
    default:
      return step === null
        ? `"${path}" changed and waits for its turn.`
        : `"${path}" is being synced by rule ${step.rule}: ${plannedSentence(step.kind)}.`;
  }
}

const withAlias = (sentence: string, alias: AliasLine | null): string =>
  alias === null ? sentence : `${sentence} ${alias.reason}`;

function sharesNode(step: Step, { localId, itemId }: Found): boolean {
  const nodes = nodesOf(step);
  return (nodes.localId !== null && nodes.localId === localId) || (nodes.itemId !== null && nodes.itemId === itemId);
}

/** A kind of step in the words of a dry run; of one that there are no words for, its code. */
export const plannedSentence = (kind: string): string =>
  Object.entries(PLANNED).find(([name]) => name === kind)?.[1] ?? kind;

/** Each kind of step in the words of a dry run. */
export const PLANNED: Readonly<Record<Step['kind'], string>> = {
  hash: 'Read it, to compare it with the service',
  adopt: 'Nothing to transfer: both sides hold the same',
  forget: 'Forget it: gone on both sides',
  'create-remote-folder': 'Create the folder on the service',
  'create-local-folder': 'Create the folder on this computer',
  upload: 'Upload it',
  'upload-version': 'Upload a new version',
  download: 'Download it',
  'download-version': 'Download the new version',
  'move-remote': 'Move or rename it on the service',
  'move-local': 'Move or rename it on this computer',
  'set-aside': 'Keep both: rename the version of this computer',
  'trash-remote': 'Move it to the trash of the service',
  'trash-local': 'Move it to the trash of this computer',
  rescue: 'Move it to a folder beside the synced one: it is only here, and its folder is not shared any more',
};
