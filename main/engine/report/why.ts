import { isAbsolute, relative, sep } from 'node:path';
import type { Why, WhyData } from '../../../preload/ipc/shapes/status.ts';
import { fixOf, inTurn, type Message, withFix } from '../../../preload/words/message.ts';
import { nodesOf } from '../execute/subject.ts';
import type { LocalEntry, RemoteEntry, SyncedEntry } from '../model/entry.ts';
import type { ItemId, LocalId } from '../model/ids.ts';
import type { Conflict } from '../model/plan/conflict.ts';
import type { Step } from '../model/plan/step.ts';
import { scopeOf } from '../model/scope.ts';
import type { RootContext } from '../root/root-context.ts';
import type { Reason } from '../store/work/reasons.ts';
import { aliasOf } from './aliases.ts';
import { batchOf, conflictAt, conflictMessage, heldAbove } from './why-attention.ts';

/** The root that contains a path, and the path relative to it; a relative path is looked up in each root. */
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

/** Explains a path: its three observations, the rule, the step or block, the last error and the next retry. */
export function whyOf(context: RootContext, below: string): WhyData {
  const { root } = context;
  const found = nodesAt(context, below);
  const { known, status, reason, step, conflict } = judge(context, found, below);
  const local = found.localId === null ? undefined : root.local(found.localId);
  const remote = found.itemId === null ? undefined : root.remote(found.itemId);
  const synced = found.localId === null ? undefined : root.syncedByLocal(found.localId);
  const sentence = conflict === undefined ? sentenceOf(known, reason, step, below) : conflictMessage(conflict, below);
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
    problem:
      reason === undefined
        ? null
        : { code: reason.problem.code, sentence: reason.problem.says, remedy: fixOf(reason.problem.says) },
    retryAtMs: reason?.retryAtMs ?? null,
    attempts: reason?.attempts ?? null,
    held: batchOf(context, reason),
    conflict: conflict?.id ?? null,
  };
}

/** The verdict on a path. `status` is the answer of `tandem why`; `known` is the same before open conflicts are considered. */
export type Judgement = {
  readonly known: Why['status'];
  readonly status: Why['status'];
  readonly reason: Reason | undefined;
  readonly step: Step | null;
  readonly conflict: Conflict | undefined;
};

export function judge(context: RootContext, found: Found, below: string): Judgement {
  const { root } = context;
  const own = root.reasonOf(found) ?? root.reasonOf({ localId: null, itemId: found.itemId });
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

/** The nodes of a path on either side, even if one side is gone. */
export function nodesAt({ root }: RootContext, below: string): Found {
  const localId = root.localAt(below) ?? root.syncedAt(below) ?? null;
  const synced = localId === null ? undefined : root.syncedByLocal(localId);
  const itemId = synced?.itemId ?? root.remoteAt(below) ?? null;
  return { localId: localId ?? (itemId === null ? null : (root.syncedByItem(itemId)?.localId ?? null)), itemId };
}

function statusOf(context: RootContext, found: Found, reason: Reason | undefined, step: Step | null): Why['status'] {
  if (reason !== undefined) return reason.problem.reach === 'blocked' ? 'blocked' : 'waiting';
  if (step !== null || context.root.isDirty(found)) return 'syncing';
  const scope = found.itemId === null ? 'wanted' : scopeOf(context.execution.trees, found.itemId);
  if (scope === 'deselected' || scope === 'not_downloadable') return 'excluded';
  if (scope === 'rule' || scope === 'name_taken') return 'ignored';
  // Only on the service, with nothing to do: an ignored local item has its name.
  if (found.localId === null) return 'ignored';
  // A folder without anything to sync, left alone (SPEC P68, P86).
  return context.root.syncedByLocal(found.localId) === undefined ? 'ignored' : 'synced';
}

function ignoredOrUnknown({ local, root }: RootContext, below: string): Why['status'] {
  if (local.ignoredBy(below, false) !== null || local.ignoredBy(below, true) !== null) return 'ignored';
  const slash = below.lastIndexOf('/');
  const folder = root.localAt(slash < 0 ? '' : below.slice(0, slash));
  const isListed = folder !== undefined && root.ignoredIn(folder).some(({ name }) => name === below.slice(slash + 1));
  return isListed ? 'ignored' : 'unknown';
}

function sentenceOf(status: Why['status'], reason: Reason | undefined, step: Step | null, path: string): Message {
  switch (status) {
    case 'synced':
      return { code: 'why_synced', args: { path } };
    case 'excluded':
      return { code: 'why_excluded', args: { path } };
    case 'ignored':
      return { code: 'why_ignored', args: { path } };
    case 'unknown':
      return { code: 'why_unknown', args: { path } };
    default:
      if (reason !== undefined) return withFix(reason.problem.says);
      return step === null
        ? { code: 'why_queued', args: { path } }
        : { code: 'why_syncing', args: { path, rule: step.rule, step: step.kind } };
  }
}

function sharesNode(step: Step, { localId, itemId }: Found): boolean {
  const nodes = nodesOf(step);
  return (nodes.localId !== null && nodes.localId === localId) || (nodes.itemId !== null && nodes.itemId === itemId);
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
