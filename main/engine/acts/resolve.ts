import { modifiedAtMs } from '../execute/modified-at.ts';
import { type LocalEntry, sameFingerprint } from '../model/entry.ts';
import type { Conflict, Resolution } from '../model/plan/conflict.ts';
import { type Answer, type Refused, refusedBy } from '../model/refusal.ts';
import type { RootContext } from '../root/root-context.ts';
import { type Act, acting, changedSince, lookAround, onDisk } from './act.ts';
import { copyIs, noSuchConflict, type Sides, sidesOf, viewOf } from './conflicts.ts';
import { replaceContent } from './replace-content.ts';
import { trashHere } from './trash/trash-here.ts';

export type Resolving = {
  readonly keep: Resolution;
  /** The content the user saw, if shown; a later change stops the command. */
  readonly seen?: { readonly mine: string | null; readonly theirs: string | null } | undefined;
};

export type Resolved = { readonly batch: number; readonly path: string };

type Work = { readonly act: Act; readonly conflict: Conflict; readonly keep: Resolution; readonly sides: Sides };

/**
 * Resolves an open conflict (SPEC P48). The rejected version goes to the local trash; the kept one becomes the content of the original, as a
 * new version. Nothing is deleted on the service until the next plan, and then only into its trash.
 */
export function resolveConflict(
  context: RootContext,
  { id, originalPath: path }: Conflict,
  { keep, seen }: Resolving,
): Promise<Answer<Resolved>> {
  return acting(context, path, async (act) => {
    // A command before this one may have resolved it.
    const conflict = context.root.conflict(id);
    if (conflict === undefined) return noSuchConflict();
    const sides = sidesOf(context, conflict);
    const refusal = await unfit(act, conflict, { keep, seen, sides });
    if (refusal !== null) return refusal;
    const work = { act, conflict, keep, sides };
    if (keep !== 'both') {
      const taken = keep === copyIs(conflict) ? await keepCopy(work) : null;
      if (taken !== null && !taken.ok) return taken;
      const gone = await dropCopy(work);
      if (!gone.ok) return gone;
    }
    noteResolved(work);
    return { ok: true, value: { batch: act.batch, path } };
  });
}

/** Each effect checks the remaining preconditions right before it runs. */
async function unfit(
  { context, signal }: Act,
  conflict: Conflict,
  { keep, seen, sides }: Resolving & { readonly sides: Sides },
): Promise<Refused | null> {
  const path = conflict.originalPath;
  if (conflict.resolvedAtMs !== null)
    return refusedBy('already_done', { code: 'conflict_resolved_already', args: { path } });
  if (keep === 'both') return null;
  if (!viewOf(context, conflict).choices.includes(keep)) {
    return refusedBy('not_possible', { code: 'kinds_cannot_merge', args: { path } });
  }
  if (sides.copy === undefined) return changedSince(conflict.copyPath);
  if (keep === copyIs(conflict) && sides.original === undefined) return notHereYet(path);
  // The version to keep has been deleted since: without the copy, neither would be left.
  if (!isOriginalAnywhere(context, conflict, sides)) return changedSince(path);
  for (const node of [sides.copy, sides.original]) {
    if (node !== undefined && !(await isAsObserved(context, node)))
      return changedSince(context.root.localPath(node.id) ?? path);
  }
  return seen === undefined ? null : seenOtherwise({ context, signal }, conflict, seen, sides);
}

/** On this disk, or on the service alone and not deleted here. */
function isOriginalAnywhere({ root }: RootContext, { originalItemId: item }: Conflict, { original }: Sides): boolean {
  if (original !== undefined || item === null) return original !== undefined;
  return root.remote(item) !== undefined && root.syncedByItem(item) === undefined;
}

/** Folders are compared in full when they are moved to the trash. */
async function isAsObserved(context: RootContext, node: LocalEntry): Promise<boolean> {
  const path = context.root.localPath(node.id);
  const stat = path === null ? null : await context.parts.fileSystem.stat(onDisk(context, path));
  if (stat === null || stat.kind !== node.kind) return false;
  return node.kind === 'folder' || sameFingerprint(stat.fingerprint, node.fingerprint);
}

async function seenOtherwise(
  { context, signal }: Pick<Act, 'context' | 'signal'>,
  conflict: Conflict,
  seen: NonNullable<Resolving['seen']>,
  { copy, original }: Sides,
): Promise<Refused | null> {
  const [mine, theirs] = copyIs(conflict) === 'mine' ? [copy, original] : [original, copy];
  for (const [node, expected] of [
    [mine, seen.mine],
    [theirs, seen.theirs],
  ] as const) {
    if (expected === null) continue;
    if (node?.kind !== 'file') return changedSince(conflict.originalPath);
    const path = context.root.localPath(node.id) ?? '';
    const { sha1 } = await context.parts.hashPool.hash(onDisk(context, path), node.fingerprint, signal);
    if (sha1 !== expected) return changedSince(path);
  }
  return null;
}

const notHereYet = (path: string): Refused =>
  refusedBy('not_ready', { code: 'other_version_not_here', args: { path } });

/** The copy's content replaces the original's; the old content goes to the local trash. */
async function keepCopy({ act, sides }: Work): Promise<Answer<Record<string, never>>> {
  const { context } = act;
  const { root, parts } = context;
  const { copy, original } = sides;
  if (copy === undefined || original === undefined) return notHereYet('');
  const [copyPath, path] = [root.localPath(copy.id) ?? '', root.localPath(original.id) ?? ''];
  const row = root.syncedByLocal(original.id);
  const isAgreed = row !== undefined && sameFingerprint(row.fingerprint, original.fingerprint);
  if (!isAgreed) return notHereYet(path);
  if (parts.localTrash === undefined) return noOwnTrash(path);
  const { content, kept } = await replaceContent(act, parts.localTrash, {
    from: { path: onDisk(context, copyPath), expect: copy.fingerprint },
    path,
    expect: original.fingerprint,
    modifiedAtMs: modifiedAtMs(copy.fingerprint),
  });
  lookAround(context, path);
  parts.store.transaction(() => {
    act.note({
      kind: 'replace-local',
      rule: 'P48',
      side: 'local',
      itemKind: 'file',
      path,
      localId: original.id,
      itemId: row.itemId,
      bytes: content.sizeBytes,
      before: { sha1: original.sha1 ?? row.content?.sha1 ?? null, sizeBytes: kept.bytes, trash: kept.place },
      after: { sha1: content.sha1, sizeBytes: content.sizeBytes },
    });
  });
  return { ok: true, value: {} };
}

export const noOwnTrash = (path: string): Refused =>
  refusedBy('not_possible', { code: 'content_not_kept', args: { path } });

function dropCopy({ act, sides }: Work): Promise<Answer<unknown>> {
  const { root } = act.context;
  const copy: LocalEntry | undefined = sides.copy;
  const path = copy === undefined ? null : root.localPath(copy.id);
  if (copy === undefined || path === null) return Promise.resolve(changedSince(path ?? ''));
  const itemId = root.syncedByLocal(copy.id)?.itemId ?? null;
  return trashHere(act, { local: copy, path, rule: 'P48', itemId });
}

function noteResolved({ act, conflict, keep }: Work): void {
  const { root, parts } = act.context;
  parts.store.transaction(() => {
    root.settleConflict(conflict.id, keep, parts.clock.nowMs());
    act.note({
      kind: 'resolve',
      rule: 'P48',
      side: 'both',
      itemKind: conflict.itemKind,
      path: conflict.originalPath,
      localId: conflict.localId,
      itemId: conflict.originalItemId,
      before: { conflict: conflict.id },
      after: { keep },
    });
  });
}
