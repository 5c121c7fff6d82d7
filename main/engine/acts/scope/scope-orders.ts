import PQueue from 'p-queue';
import { isStillWanted } from '../../execute/still-wanted.ts';
import type { SyncState } from '../../model/entry.ts';
import { type ItemId, isNewerSequence, itemId } from '../../model/ids.ts';
import { type Answer, type Refused, refusedBy, rootNotFound } from '../../model/refusal.ts';
import { RemoteError } from '../../ports/remote/remote.ts';
import { fromRemoteError } from '../../recover/root-link.ts';
import { placeOf } from '../../report/why.ts';
import type { EngineRoots } from '../../root/account/engine-roots.ts';
import type { EngineParts } from '../../root/engine-parts.ts';
import { recordRemote } from '../../root/record/record.ts';
import type { RootContext } from '../../root/root-context.ts';
import { acting } from '../act.ts';
import { comeDownAgain } from '../come-down-again.ts';
import { type Choice, statesFor } from './selection.ts';

/** User commands for selective sync and shared folders. */
export type ScopeOrders = {
  /** The subfolders of a folder on the service with the sync state of each; without `folderId`, of the root. */
  selectionTree(request: { readonly rootId: number; readonly folderId?: string | undefined }): Answer<SelectionTree>;
  /** Sets the state of several folders at once, each named by path, or by an id from a list: skipped if that folder was deleted since. */
  select(request: SelectRequest): Promise<Answer<{ readonly changed: number }>>;
  /** Leaves a share; its owner and other members keep it (SPEC P71). */
  leaveShare(path: string): Promise<Answer<Record<string, never>>>;
  /** Downloads again an item that was deleted here but may not be deleted on the service. */
  bringBack(path: string): Promise<Answer<Record<string, never>>>;
};

export type SelectRequest = {
  readonly rootId?: number | undefined;
  readonly changes: readonly {
    readonly folderId?: string | undefined;
    readonly path?: string | undefined;
    readonly state: Choice;
  }[];
};

export type SelectionTree = Sizes & {
  rootId: number;
  folderId: string;
  path: string;
  /** False: the service is still being listed, so more folders may appear. */
  isListed: boolean;
  folders: SelectionFolder[];
};

/** Totals on the service, and the part selected for this computer. */
type Sizes = { files: number; bytes: number; chosenFiles: number; chosenBytes: number };

export type SelectionFolder = Sizes & {
  id: string;
  name: string;
  state: SyncState;
  hasFolders: boolean;
  /** Owned by another account: the choice applies to this computer only. */
  isShared: boolean;
};

export function createScopeOrders(parts: EngineParts, roots: EngineRoots, changed: () => void): ScopeOrders {
  const contextOf = (id: number | undefined) =>
    roots.contexts().find((one) => id === undefined || one.record.id === id);
  /** One after another: what a choice changes shows only against the state that the choice before it left. */
  const selections = new PQueue({ concurrency: 1 });
  const select = async (
    chosen: RootContext | undefined,
    changes: SelectRequest['changes'],
  ): ReturnType<ScopeOrders['select']> => {
    const byRoot = new Map<RootContext, { folder: ItemId; choice: Choice }[]>();
    for (const { folderId, path, state } of changes) {
      const found = folderOf(roots, chosen, { folderId, path });
      if (found === null) continue;
      if ('ok' in found) return found;
      const list = byRoot.get(found.context) ?? [];
      list.push({ folder: found.folder, choice: state });
      byRoot.set(found.context, list);
    }
    let count = 0;
    for (const [context, choices] of byRoot) {
      const written = await reached(async () => {
        for (const [folder, state] of statesFor(context.root, choices)) {
          await writeState(parts, context, folder, state);
          count += 1;
        }
      });
      // The next round ends them too, but it may be long in coming: while an order runs, or all is listed again, none plans.
      context.runner.abort((step) => !isStillWanted(context.execution.trees, step));
      // Some of it waited for a folder to leave.
      context.rounds.noteProgress();
      context.wake.ring();
      if (!written.ok) return written;
    }
    changed();
    return { ok: true, value: { changed: count } };
  };
  return {
    selectionTree: ({ rootId, folderId }) => {
      const context = contextOf(rootId);
      return context === undefined ? rootNotFound() : treeOf(context, folderId);
    },
    select: ({ rootId, changes }) => selections.add(() => select(contextOf(rootId), changes)),
    leaveShare: (path) => leaveShare(parts, roots, path),
    bringBack: async (path) => bringBack(roots, path),
  };
}

function treeOf({ root, record }: RootContext, folderId: string | undefined): Answer<SelectionTree> {
  const folder = folderId === undefined ? root.rootItemId : itemId(folderId);
  if (root.remote(folder)?.kind !== 'folder') return folderNotFound(folderId ?? '');
  const isOut = folder !== root.rootItemId && root.isExcluded(folder);
  const children = root.remoteChildren(folder);
  const folders = children
    .filter(({ kind }) => kind === 'folder')
    .map(({ id, name }) => {
      const state = isOut || root.isExcluded(id) ? ('not_synced' as const) : root.syncStateOf(id);
      return {
        id,
        name,
        state,
        ...sizesOf(root, id, state === 'not_synced'),
        hasFolders: root.remoteChildren(id).some(({ kind }) => kind === 'folder'),
        isShared: !root.isOwn(id),
      };
    });
  return {
    ok: true,
    value: {
      rootId: record.id,
      folderId: folder,
      path: root.remotePath(folder) ?? '',
      ...sizesOf(root, folder, isOut),
      isListed: root.cursor() !== null,
      folders,
    },
  };
}

function sizesOf(root: RootContext['root'], id: ItemId, isOut: boolean): Sizes {
  const { files, bytes } = root.remoteTotals(id);
  const chosen = isOut ? { files: 0, bytes: 0 } : root.chosenTotals(id);
  return { files, bytes, chosenFiles: chosen.files, chosenBytes: chosen.bytes };
}

type Named = { readonly folderId: string | undefined; readonly path: string | undefined };

function folderOf(
  roots: EngineRoots,
  chosen: RootContext | undefined,
  { folderId, path }: Named,
): { readonly context: RootContext; readonly folder: ItemId } | Refused | null {
  const place = path === undefined ? null : placeOf(roots.contexts(), path);
  const context = place?.context ?? (path === undefined ? chosen : undefined);
  if (context === undefined) return path === undefined ? rootNotFound() : folderNotFound(path);
  const folder = place === null ? itemId(folderId ?? '') : itemAt(context, place.below);
  if (folder === undefined || context.root.remote(folder)?.kind !== 'folder')
    return path === undefined ? null : folderNotFound(path);
  if (folder !== context.root.rootItemId) return { context, folder };
  return refusedBy('not_found', { code: 'root_not_deselectable', args: {} });
}

/** Looks up synced items by their local path, others by their remote path. */
function itemAt({ root }: RootContext, below: string): ItemId | undefined {
  const localId = root.localAt(below) ?? root.syncedAt(below);
  const synced = localId === undefined ? undefined : root.syncedByLocal(localId);
  return synced?.itemId ?? root.remoteAt(below);
}

const folderNotFound = (name: string): Refused => refusedBy('not_found', { code: 'folder_not_known', args: { name } });

/**
 * Stores the state of the account's folder on the service, for all computers. For another owner's folder, or if the service refuses, the state
 * is stored for this computer only.
 */
async function writeState(
  { remote }: EngineParts,
  { root }: RootContext,
  folder: ItemId,
  state: SyncState,
): Promise<void> {
  const answer = root.isOwn(folder) ? await remote.setSyncState(folder, state) : null;
  if (answer === null || (!answer.ok && answer.reason !== 'gone')) {
    // Another owner's folder syncs by default, so choosing `synced` just removes the stored choice.
    root.setOwnChoice(folder, state === 'synced' && !root.isOwn(folder) ? null : state);
    return;
  }
  const known = root.remote(folder);
  if (!answer.ok || known === undefined || isNewerSequence(known.sequenceId, answer.entry.sequenceId)) return;
  const { entry } = answer;
  // Renamed or moved meanwhile: events report that in their order, including which item has the name and place now (I9).
  const isInPlace = entry.name === known.name && entry.parentId === known.parentId;
  root.transaction(() => {
    recordRemote(root, { remote: isInPlace ? entry : { ...known, syncState: state }, takenAt: root.tick() });
    root.setOwnChoice(folder, null);
  });
}

async function leaveShare(
  { remote }: EngineParts,
  roots: EngineRoots,
  path: string,
): Promise<Answer<Record<string, never>>> {
  const place = placeOf(roots.contexts(), path);
  const id = place === null ? undefined : itemAt(place.context, place.below);
  const entry = id === undefined ? undefined : place?.context.root.remote(id);
  if (place === null || entry === undefined || entry.parentId === null) return folderNotFound(path);
  const { root, service, wake } = place.context;
  if (root.isOwn(entry.id) || !root.isOwn(entry.parentId)) {
    return refusedBy('not_found', { code: 'not_a_share', args: { name: entry.name } });
  }
  const answer = await reached(() => remote.leave(entry));
  if (!answer.ok) return answer;
  if (!answer.value.ok) {
    return refusedBy('service_error', { code: 'share_not_leavable', args: { name: entry.name } });
  }
  service.ask();
  wake.ring();
  return { ok: true, value: {} };
}

function bringBack(roots: EngineRoots, path: string): Promise<Answer<Record<string, never>>> | Refused {
  const place = placeOf(roots.contexts(), path);
  const refusal = refusedBy('not_found', { code: 'nothing_to_bring_back', args: { path } });
  if (place === null) return refusal;
  const { context, below } = place;
  return acting(context, path, async (act) => {
    const { root } = context;
    const localId = root.syncedAt(below);
    const row = localId === undefined ? undefined : root.syncedByLocal(localId);
    const isGone = row !== undefined && root.local(row.localId) === undefined && root.remote(row.itemId) !== undefined;
    if (!isGone) return refusal;
    comeDownAgain(act, { row, path: below, rule: 'P71' });
    return { ok: true, value: {} };
  });
}

/** Turns a service error into a refusal. */
async function reached<Value>(ask: () => Promise<Value>): Promise<Answer<Value>> {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    if (error instanceof RemoteError) return fromRemoteError(error);
    throw error;
  }
}
