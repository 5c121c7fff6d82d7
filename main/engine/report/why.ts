import { isAbsolute, resolve } from 'node:path';
import type { Why, WhyData } from '../../../preload/ipc/shapes/status.ts';
import { causeOf, fixOf, inTurn, type Message, type ProblemMessage, withFix } from '../../../preload/words/message.ts';
import { belowFolder } from '../model/disk-path.ts';
import type { LocalEntry, RemoteEntry, SyncedEntry } from '../model/entry.ts';
import type { ItemId, LocalId } from '../model/ids.ts';
import type { Conflict } from '../model/plan/conflict.ts';
import type { Step } from '../model/plan/step.ts';
import { scopeOf } from '../model/scope.ts';
import type { RootContext } from '../root/root-context.ts';
import { unlistedAbove } from '../root/waiting/unlisted-folders.ts';
import type { Reason } from '../store/work/reasons.ts';
import { aliasOf } from './aliases.ts';
import { accessLost, ignoredHere, leftOut, movedOut } from './left-out.ts';
import { batchOf, conflictAt, heldAbove, whyConflict } from './why-attention.ts';

/** The root that contains a path, and the path relative to it; a relative path is looked up in each root. */
export function placeOf(
  contexts: readonly RootContext[],
  path: string,
): { context: RootContext; below: string } | null {
  for (const context of contexts) {
    const below = belowFolder(context.record.localPath, resolve(context.record.localPath, path));
    if (below === null) continue;
    const { root } = context;
    if (isAbsolute(path) || contexts.length === 1 || isKnown(root, below)) return { context, below };
  }
  return null;
}

const isKnown = (root: RootContext['root'], below: string): boolean =>
  (root.localAt(below) ?? root.remoteAt(below) ?? root.syncedAt(below)) !== undefined;

/** Explains a path: its three observations, the rule, the step or block, the last error and the next retry. */
export function whyOf(context: RootContext, below: string): WhyData {
  const { root } = context;
  const found = nodesAt(context, below);
  const judgement = judge(context, found, below);
  const { status, reason, step, conflict } = judgement;
  const cause = whyLeftOut(context, judgement, found, below);
  const local = found.localId === null ? undefined : root.local(found.localId);
  const remote = found.itemId === null ? undefined : root.remote(found.itemId);
  const synced = found.localId === null ? undefined : root.syncedByLocal(found.localId);
  const sentence = conflict === undefined ? sentenceOf(context, judgement, cause, below) : whyConflict(conflict, below);
  const alias = aliasOf(context, found.localId);
  const operation = step?.kind ?? reason?.step?.kind ?? null;
  return {
    rootId: context.record.id,
    path: below,
    status,
    sentence: alias === null ? sentence : inTurn(sentence, alias.reason),
    ...(alias === null ? {} : { alias: { remoteName: alias.remote_name, sentence: alias.reason } }),
    ...observations(context, below, { local, remote, synced }),
    rule: step?.rule ?? reason?.step?.rule ?? null,
    operation,
    next: operation === null ? null : (plannedMessage(operation) ?? operation),
    problem: reason === undefined ? null : { code: reason.problem.code, ...describedBy(reason.problem.says) },
    leftOut: cause === null ? null : describedBy(cause),
    retryAtMs: reason?.retryAtMs ?? null,
    attempts: reason?.attempts ?? null,
    held: batchOf(reason, root.heldBatches),
    conflict: conflict?.id ?? null,
  };
}

const describedBy = (says: ProblemMessage) => ({ ...causeOf(says), sentence: says, remedy: fixOf(says) });

/** The verdict on a path. `status` is the answer of `tandem why`; `known` is the same before open conflicts are considered. */
export type Judgement = {
  readonly known: Why['status'];
  readonly status: Why['status'];
  readonly reason: Reason | undefined;
  readonly step: Step | null;
  readonly conflict: Conflict | undefined;
  /** Why it is not synced, if it waits for nothing. */
  readonly cause: ProblemMessage | null;
};

export function judge(context: RootContext, found: Found, below: string): Judgement {
  const { root } = context;
  const own = root.reasonOf(found) ?? root.reasonOf({ localId: null, itemId: found.itemId });
  const step = context.runner.about(found)[0] ?? null;
  const isQuiet = step === null && !root.isDirty(found);
  const reason = own ?? heldAbove(context, found.localId) ?? (isQuiet ? unlistedAbove(context, below) : undefined);
  const isNowhere = isUnknown(context, found);
  const isAtRest = reason === undefined && isQuiet;
  const out = isNowhere ? ignoredHere(context, below) : isAtRest ? leftOut(context, found, below) : null;
  const isUnseen = isNowhere && reason === undefined;
  const known = out?.status ?? (isUnseen ? 'unknown' : isAtRest ? 'synced' : statusOf(reason));
  const conflict = known === 'synced' ? conflictAt(context, found.localId) : undefined;
  const status = conflict === undefined ? known : 'conflict';
  return { known, status, reason, step, conflict, cause: out?.cause ?? null };
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

/** The nodes of a path on either side, even if one side is gone. */
export function nodesAt({ root }: RootContext, below: string): Found {
  const localId = root.localAt(below) ?? root.syncedAt(below) ?? null;
  const synced = localId === null ? undefined : root.syncedByLocal(localId);
  const itemId = synced?.itemId ?? root.remoteAt(below) ?? null;
  return { localId: localId ?? (itemId === null ? null : (root.syncedByItem(itemId)?.localId ?? null)), itemId };
}

function statusOf(reason: Reason | undefined): Why['status'] {
  if (reason === undefined) return 'syncing';
  return reason.problem.reach === 'blocked' ? 'blocked' : 'waiting';
}

/** Details of the cause that are only read on request. */
function whyLeftOut(context: RootContext, { known, cause, reason, step }: Judgement, found: Found, below: string) {
  if (cause !== null || reason !== undefined || step !== null) return cause;
  if (known === 'unknown') return movedOut(context, below);
  const isLost = found.itemId !== null && scopeOf(context.execution.trees, found.itemId) === 'lost';
  return isLost ? accessLost(context, below) : null;
}

function sentenceOf(
  { rounds }: RootContext,
  { known, reason, step }: Judgement,
  cause: ProblemMessage | null,
  path: string,
): Message {
  if (cause !== null) return withFix(cause);
  if (known === 'synced') return { code: 'why_synced', args: { path } };
  if (known === 'unknown') return { code: 'why_unknown', args: { path } };
  if (reason !== undefined) return withFix(reason.problem.says);
  if (step !== null) return { code: 'why_syncing', args: { path, rule: step.rule, step: step.kind } };
  return { code: rounds.acts.areAny ? 'why_behind_act' : 'why_queued', args: { path } };
}

/** The description of a planned step of this kind; null for unknown kinds. */
export function plannedMessage(kind: string): Message | null {
  const step = PLANNED.find((known) => known === kind);
  return step === undefined ? null : { code: 'planned', args: { step } };
}

const PLANNED: readonly Step['kind'][] = [
  'hash',
  'adopt',
  'forget',
  'create-remote-folder',
  'create-local-folder',
  'upload',
  'upload-version',
  'download',
  'download-version',
  'move-remote',
  'move-local',
  'set-aside',
  'trash-remote',
  'trash-local',
  'rescue',
];
