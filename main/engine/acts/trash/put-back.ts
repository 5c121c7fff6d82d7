import type { Words } from '../../../../preload/words/message.ts';
import { type LocalEntry, type SyncedEntry, sameContent } from '../../model/entry.ts';
import { type Answer, type RefusedCode, refusedBy } from '../../model/refusal.ts';
import { recordGone } from '../../root/record/record.ts';
import type { RootContext } from '../../root/root-context.ts';
import type { HeldNode, HeldRow } from '../../store/work/held.ts';
import type { Ref } from '../../store/work/marks.ts';
import { type Act, acting, changedSince, interrupted, refusalOf, refusalOfError } from '../act.ts';
import { comeDownAgain } from '../come-down-again.ts';
import { promote } from '../promote.ts';
import { giveUpHere } from './give-up-here.ts';

/** The result of restoring a held batch. Items that could not be restored stay held. */
export type PutBack = {
  readonly restored: number;
  /** The first of those that could not be restored. */
  readonly failed: readonly { readonly path: string; readonly message: Words }[];
  /** All of them, and those whose turn did not come. */
  readonly failedTotal: number;
};

/** The most failures reported individually. */
const MOST_TOLD = 100;
/** The remaining items would be refused for the same reason. */
const ENDS: ReadonlySet<RefusedCode> = new Set(['offline', 'signed_out', 'not_ready']);

/**
 * Reverses a held batch: deleted items are restored, rewritten files get their synced content back. Each item leaves the batch once it is
 * restored; until then it stays held, even if this is interrupted (SPEC P46).
 */
export function putBackHeld(context: RootContext, row: HeldRow): Promise<Answer<PutBack>> {
  return acting(context, context.record.localPath, async (act) => {
    let restored = 0;
    const failed: { path: string; message: Words }[] = [];
    const nodes = context.root.heldNodes(row);
    for (const node of nodes) {
      await context.pace.turnFor(1);
      const path = pathOf(context, node);
      const answer = act.signal.aborted ? interrupted(path) : await putBackOne(act, row, node);
      if (answer.ok) restored += 1;
      else if (failed.length < MOST_TOLD) failed.push({ path, message: answer.error.message });
      if (!answer.ok && ENDS.has(answer.error.code)) {
        if (restored === 0) return answer;
        break;
      }
    }
    return { ok: true, value: { restored, failed, failedTotal: nodes.length - restored } };
  });
}

type Done = Answer<Record<string, never>>;
const done: Done = { ok: true, value: {} };

async function putBackOne(act: Act, { what, direction }: HeldRow, node: HeldNode): Promise<Done> {
  const path = pathOf(act.context, node);
  try {
    if (what === 'deletes')
      return direction === 'to-remote' ? fetchAgain(act, node, path) : await restoreThere(act, node, path);
    return direction === 'to-remote'
      ? await agreedVersionHere(act, node, path)
      : await agreedVersionThere(act, node, path);
  } catch (error) {
    return refusalOfError(error, path);
  }
}

/** Deleted here: downloaded again, unless it is back meanwhile. */
function fetchAgain(act: Act, node: HeldNode, path: string): Done {
  const { root } = act.context;
  const row = node.localId === null ? undefined : root.syncedByLocal(node.localId);
  if (row === undefined || root.local(row.localId) !== undefined) letOut(act.context, node);
  else comeDownAgain(act, { row, path, rule: 'P46' });
  return done;
}

/** Deleted on the service: restored from its trash under the same id (E88); if it is no longer there, or was moved out of this root, it is uploaded again. */
async function restoreThere(act: Act, node: HeldNode, path: string): Promise<Done> {
  const { context } = act;
  const { root } = context;
  const row = node.localId === null ? undefined : root.syncedByLocal(node.localId);
  if (node.itemId === null || row === undefined) return changedSince(path);
  if (isOfEndedShare(context, row)) return refusedBy('not_possible', { code: 'no_longer_shared', args: { path } });
  const parent = row.parentLocalId === null ? undefined : root.syncedByLocal(row.parentLocalId)?.itemId;
  const fallback = parent !== undefined && root.remote(parent) !== undefined ? parent : root.rootItemId;
  const answer = await act.remote.restore({ id: node.itemId, kind: row.kind, fallback, name: null });
  if (!answer.ok && answer.reason === 'gone') {
    const live = await act.remote.item(node.itemId, row.kind);
    const isBack = live !== null && live.parentId !== null && root.remote(live.parentId) !== undefined;
    // Restored by someone else meanwhile: the event stream will report it. Moved out of this root, it is in no trash.
    if (isBack || root.remote(row.itemId) !== undefined) letOut(context, node);
    else uploadAgain(context, row);
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

/** Without its rows it would be the user's own new item (SPEC P70). */
function isOfEndedShare({ root }: RootContext, row: SyncedEntry): boolean {
  for (let at: SyncedEntry | undefined = row; at !== undefined; ) {
    if (root.wasLost(at.itemId)) return true;
    at = at.parentLocalId === null ? undefined : root.syncedByLocal(at.parentLocalId);
  }
  return false;
}

/** Edited here: the local content goes to the local trash, and the service's version is downloaded again. */
async function agreedVersionHere(act: Act, node: HeldNode, path: string): Promise<Done> {
  const { root } = act.context;
  const row = node.localId === null ? undefined : root.syncedByLocal(node.localId);
  const local = row === undefined ? undefined : fileInPlaceOf(act.context, row);
  if (row === undefined || local === undefined) return changedSince(path);
  const given = await giveUpHere(act, { local, path, rule: 'P46', row });
  if (!given.ok) return given;
  letOut(act.context, node);
  return done;
}

/** The file agreed on, or the one that replaced it: many programs save by writing a new file and giving it the name of the old one. */
function fileInPlaceOf({ root }: RootContext, row: SyncedEntry): LocalEntry | undefined {
  if (row.parentLocalId === null) return undefined;
  return root.local(row.localId) ?? root.localByName(row.parentLocalId, row.localName);
}

/** Edited on the service: the synced version is made current again. */
async function agreedVersionThere(act: Act, node: HeldNode, path: string): Promise<Done> {
  const { context } = act;
  const { root } = context;
  const row = node.localId === null ? undefined : root.syncedByLocal(node.localId);
  if (row === undefined || row.content === null) return changedSince(path);
  const item = await act.remote.item(row.itemId, 'file');
  const versions = await act.remote.versions(row.itemId);
  if (item === null || versions === null) return changedSince(path);
  const agreed = versions.find(({ content }) => sameContent(content, row.content));
  if (agreed === undefined) {
    return refusedBy('not_possible', { code: 'version_not_kept_for_batch', args: { path } });
  }
  if (agreed.id !== item.versionId) {
    const promoted = await promote(act, item, agreed, { rule: 'P46', path, localId: row.localId });
    if (!promoted.ok) return promoted;
  }
  letOut(context, node);
  return done;
}

/** Neither there nor in the trash there: without its rows it looks new here. An item that was moved out of it there keeps its row. */
function uploadAgain(context: RootContext, row: SyncedEntry): void {
  const { root, carriedOut } = context;
  root.transaction(() => {
    recordGone(root, { local: null, remote: row.itemId, row: { localId: row.localId, below: true } }, root.tick());
    letOut(context, row);
  });
  carriedOut.forget();
}

function letOut({ root }: RootContext, { localId, itemId }: Ref): void {
  root.letGo({ localId, itemId });
  root.clearReason({ localId, itemId });
  if (localId !== null) root.markDirtyLocal(localId);
  if (itemId !== null) root.markDirtyItem(itemId);
}

function pathOf({ root }: RootContext, { localId, itemId }: HeldNode): string {
  const here = localId === null ? null : (root.localPath(localId) ?? root.syncedPath(localId));
  return here ?? (itemId === null ? null : root.remotePath(itemId)) ?? '';
}
