import type { Words } from '../../../preload/words/message.ts';
import { compareWithDisk } from '../execute/compare-with-disk.ts';
import { takeAway } from '../execute/take-away.ts';
import { sameContent } from '../model/entry.ts';
import { noteTrashed } from '../note-trashed.ts';
import { type Answer, refusedBy } from '../refusal.ts';
import type { RootContext } from '../root-context.ts';
import type { HeldNode, HeldRow } from '../store/held-table.ts';
import { type Act, acting, changedSince, onDisk, refusalOf, refusalOfError } from './act.ts';
import { tops } from './held.ts';

/** What a decision to put everything back came to. What could not be put back stays held. */
export type PutBack = {
  readonly restored: number;
  readonly failed: readonly { readonly path: string; readonly message: Words }[];
};

/** Failures that are told one by one. */
const MOST_TOLD = 100;

/**
 * Reverses a held batch: what was deleted comes back, what was rewritten gets the content that was agreed on. Each thing is let out
 * of the batch once it is back; until then it stays held, also when this is cut off (SPEC P46).
 */
export function putBackHeld(context: RootContext, row: HeldRow): Promise<Answer<PutBack>> {
  return acting(context, context.record.localPath, async (act) => {
    let restored = 0;
    const failed: { path: string; message: Words }[] = [];
    for (const node of Array.from(tops(context, row))) {
      const answer = await putBackOne(act, row, node);
      if (answer.ok) restored += 1;
      else if (failed.length < MOST_TOLD) failed.push({ path: pathOf(context, node), message: answer.error.message });
      // Nobody can reach the service for the rest either.
      if (!answer.ok && (answer.error.code === 'offline' || answer.error.code === 'signed_out')) {
        if (restored === 0) return answer;
        break;
      }
    }
    context.root.numberHeld(context.parts.clock.nowMs());
    return { ok: true, value: { restored, failed } };
  });
}

type Done = Answer<Record<string, never>>;
const done: Done = { ok: true, value: {} };

async function putBackOne(act: Act, { what, direction }: HeldRow, node: HeldNode): Promise<Done> {
  const path = pathOf(act.context, node);
  try {
    if (what === 'deletes')
      return direction === 'to-remote' ? fetchAgain(act, node) : await restoreThere(act, node, path);
    return direction === 'to-remote'
      ? await agreedVersionHere(act, node, path)
      : await agreedVersionThere(act, node, path);
  } catch (error) {
    return refusalOfError(error, path);
  }
}

/** Deleted here: without its rows it is new on the service, and comes down again. */
function fetchAgain({ context }: Act, node: HeldNode): Done {
  forgetRows(context, node);
  return done;
}

/** Deleted there: out of the trash, under its own id (E88); what is not there any more is sent again from here. */
async function restoreThere(act: Act, node: HeldNode, path: string): Promise<Done> {
  const { context } = act;
  const { root, parts } = context;
  const row = node.localId === null ? undefined : root.syncedByLocal(node.localId);
  if (node.itemId === null || row === undefined) return changedSince(path);
  const parent = row.parentLocalId === null ? undefined : root.syncedByLocal(row.parentLocalId)?.itemId;
  const fallback = parent !== undefined && root.remote(parent) !== undefined ? parent : root.rootItemId;
  const answer = await parts.remote.restore({ id: node.itemId, kind: row.kind, fallback, name: null });
  if (!answer.ok && answer.reason === 'gone') {
    const live = await parts.remote.item(node.itemId, row.kind);
    // Somebody has restored it meanwhile: the stream will tell.
    if (live === null) forgetRows(context, node);
    else letOut(context, node);
    return done;
  }
  if (!answer.ok) return refusalOf(answer, path);
  act.note({
    kind: 'restore-remote',
    rule: 'P46',
    side: 'remote',
    itemKind: row.kind,
    path,
    localId: node.localId,
    itemId: node.itemId,
    before: { itemId: node.itemId },
    after: { itemId: node.itemId, etag: answer.entry.etag, parentId: answer.entry.parentId, name: answer.entry.name },
  });
  letOut(context, node);
  return done;
}

/** Rewritten here: what is here goes to the local trash, and the version of the service comes down again. */
async function agreedVersionHere(act: Act, node: HeldNode, path: string): Promise<Done> {
  const { context } = act;
  const { root, execution } = context;
  const local = node.localId === null ? undefined : root.local(node.localId);
  if (local === undefined) return changedSince(path);
  const compared = await compareWithDisk(execution, local, onDisk(context, path), new AbortController().signal);
  if (compared.is === 'different') return changedSince(path);
  const taken = await takeAway(execution, compared.targets, false);
  if (taken.is === 'different') return changedSince(path);
  const place = taken.places.join('\n');
  root.transaction(() => {
    const bytes = local.fingerprint.sizeBytes;
    noteTrashed(context, [{ path, place, itemKind: local.kind, itemId: node.itemId, nodes: 1, bytes }]);
    act.note({
      kind: 'trash-local',
      rule: 'P46',
      side: 'local',
      itemKind: local.kind,
      path,
      localId: local.id,
      itemId: node.itemId,
      before: { itemId: node.itemId, nodes: 1, trash: place, from: path },
    });
    root.removeLocal(local.id, root.tick());
    forgetRows(context, node);
  });
  return done;
}

/** Rewritten there: the version that was agreed on becomes the current one again. */
async function agreedVersionThere(act: Act, node: HeldNode, path: string): Promise<Done> {
  const { context } = act;
  const { root, parts } = context;
  const row = node.localId === null ? undefined : root.syncedByLocal(node.localId);
  if (row === undefined || row.content === null) return changedSince(path);
  const versions = await parts.remote.versions(row.itemId);
  const [current] = versions ?? [];
  if (current === undefined) return changedSince(path);
  const agreed = versions?.find(({ content }) => sameContent(content, row.content));
  if (agreed === undefined) {
    return refusedBy('not_possible', { code: 'version_not_kept_for_batch', args: { path } });
  }
  if (agreed.id !== current.id) {
    const answer = await parts.remote.promote(row.itemId, agreed.id);
    if (!answer.ok) return refusalOf(answer, path);
    act.note({
      kind: 'promote-version',
      rule: 'P46',
      side: 'remote',
      itemKind: 'file',
      path,
      localId: row.localId,
      itemId: row.itemId,
      before: { itemId: row.itemId, versionId: current.id, sha1: current.content.sha1 },
      after: { itemId: row.itemId, versionId: answer.entry.versionId, sha1: agreed.content.sha1 },
    });
  }
  letOut(context, node);
  return done;
}

/** Neither side is agreed on any more: the next plan takes what there is for new. */
function forgetRows(context: RootContext, node: HeldNode): void {
  const { root } = context;
  root.transaction(() => {
    const rows = node.localId === null ? [] : root.removeSyncedBelow(node.localId);
    for (const row of rows) {
      root.markDirtyLocal(row.localId);
      root.markDirtyItem(row.itemId);
    }
    letOut(context, node);
  });
}

function letOut({ root }: RootContext, { localId, itemId }: HeldNode): void {
  root.clearBlocked({ localId, itemId });
  if (localId !== null) root.markDirtyLocal(localId);
  if (itemId !== null) root.markDirtyItem(itemId);
}

function pathOf({ root }: RootContext, { localId, itemId }: HeldNode): string {
  const here = localId === null ? null : (root.localPath(localId) ?? root.syncedPath(localId));
  return here ?? (itemId === null ? null : root.remotePath(itemId)) ?? '';
}
