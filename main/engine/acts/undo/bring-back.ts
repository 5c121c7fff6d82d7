import { basename } from 'node:path';
import { parentPath } from '../../model/disk-path.ts';
import { numberedPath } from '../../model/names/numbered-path.ts';
import { type Answer, type Refused, refusedBy } from '../../model/refusal.ts';
import { FileSystemError } from '../../ports/file-system.ts';
import { RemoteError } from '../../ports/remote/remote.ts';
import type { RootContext } from '../../root/root-context.ts';
import type { NewTrashed, Trashed } from '../../store/history/trash-table.ts';
import { type Act, lookAround, onDisk } from '../act.ts';
import { below, pathHere, restoreThere } from './restore-there.ts';

/** The most names tried before giving up. */
const MOST_NAMES = 1_000;

export type BringBack = {
  readonly trashed: Trashed | NewTrashed;
  readonly rule: string;
  readonly undoes?: number;
};

/**
 * Restores an item from the local trash to its old place, under a free name if its own is taken: it never overwrites. If the service has the
 * item in its trash, that one is restored first, so that both match under the old id and nothing is uploaded (E88). The service decides on the
 * folder: the old one may have moved, or be gone.
 */
export async function bringBack(
  act: Act,
  { trashed, rule, undoes }: BringBack,
): Promise<Answer<{ readonly path: string }>> {
  const { context } = act;
  const { parts, record } = context;
  const { path, place, itemId, itemKind } = trashed;
  if (parts.localTrash === undefined) {
    return refusedBy('not_possible', { code: 'kept_by_system_trash', args: { path } });
  }
  // The bare mount point of an unmounted drive would hide the item once the drive is back (edge case 68).
  if ((await context.local.rootState()) !== 'present') return withoutRoot(trashed);
  if ((await parts.fileSystem.stat(place)) === null) {
    return refusedBy('not_found', { code: 'gone_from_local_trash', args: { path } });
  }
  // In this folder it would be uploaded as the user's own (SPEC P70).
  if (itemId !== null && context.root.wasLost(itemId)) {
    return refusedBy('not_possible', { code: 'trash_not_shared', args: { path, place } });
  }
  const free = await firstFree(context, path);
  const there = await placeThere(act, trashed, free);
  const folder = parentPath(there);
  await makeFolders(context, folder);
  const { stat, path: now } = await toFreeName(context, trashed, { path: below(folder, basename(path)), free: there });
  lookAround(context, now);
  parts.store.transaction(() => {
    const row = parts.store.trash.at(place);
    if (row !== undefined) parts.store.trash.remove(row.id);
    act.note({
      kind: 'restore-local',
      rule,
      side: 'local',
      itemKind,
      path: now,
      fromPath: now === path ? null : path,
      itemId,
      before: { trash: place, from: path, itemId },
      after: { sizeBytes: stat.fingerprint.sizeBytes, mtimeNs: stat.fingerprint.mtimeNs, root: record.id },
      undoes: undoes ?? null,
    });
  });
  return { ok: true, value: { path: now } };
}

export const withoutRoot = ({ path, place }: NewTrashed): Refused =>
  refusedBy('not_found', { code: 'trash_without_root', args: { path, place } });

/**
 * Where the service has the item now, restored from its trash if need be. Success only decides whether the id is kept: an item that cannot be
 * restored there is uploaded again.
 */
async function placeThere(act: Act, { itemId, itemKind, path }: NewTrashed, firstNumber: number): Promise<string> {
  const { context } = act;
  const { parts, root } = context;
  const free = numberedPath(path, firstNumber);
  if (itemId === null) return free;
  const known = root.remote(itemId);
  if (known !== undefined) return pathHere(context, known, free);
  try {
    const answer = await restoreThere(act, { itemId, itemKind, path, firstNumber });
    return answer.ok ? answer.path : free;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    parts.log.warn(`"${path}" was restored here alone.`, { reason: error.message });
    return free;
  }
}

/** Creates the folder and missing ones above it. */
async function makeFolders(context: RootContext, path: string): Promise<void> {
  const names = path === '' ? [] : path.split('/');
  for (let depth = 1; depth <= names.length; depth += 1) {
    const folder = onDisk(context, names.slice(0, depth).join('/'));
    if ((await context.parts.fileSystem.stat(folder)) !== null) continue;
    await context.parts.fileSystem.createFolder(folder);
  }
}

/** The number of the first free name on disk. RACE: if another program takes it meanwhile, the next name is tried. */
async function firstFree(context: RootContext, path: string): Promise<number> {
  for (let number = 1; number < MOST_NAMES; number += 1) {
    if ((await context.parts.fileSystem.stat(onDisk(context, numberedPath(path, number)))) === null) return number;
  }
  return 1;
}

async function toFreeName(
  { parts, record }: RootContext,
  { place }: NewTrashed,
  { path, free }: { readonly path: string; readonly free: string },
) {
  const { localTrash } = parts;
  if (localTrash === undefined) throw new Error('there is no trash to take from');
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? free : numberedPath(path, number);
    try {
      const stat = await localTrash.takeBack(place, record.localPath, onDisk({ record }, candidate));
      return { stat, path: candidate };
    } catch (error) {
      const isTaken = error instanceof FileSystemError && error.code === 'exists';
      if (!isTaken || number >= MOST_NAMES) throw error;
    }
  }
}
