import { join } from 'node:path';
import type { ItemId, LocalId } from '../../model/ids.ts';
import type { ScanReport } from '../../observe/local/observer.ts';
import type { Hints } from '../../root/schedule/hints.ts';
import type { RootStore } from '../../store/root-store.ts';

/**
 * For an item a step should have placed, or a node it should have removed: the folder to scan before the step counts as not done, because a
 * step may fail after its effect.
 */
export type SoughtPlaces = Map<ItemId | LocalId, { readonly folder: LocalId; readonly isSeen: boolean }>;

type Context = {
  readonly root: RootStore;
  readonly record: { readonly localPath: string };
  readonly hints: Hints;
  readonly effects: { readonly sought: SoughtPlaces };
};

/** The first call requests a scan. False: the folder was scanned since, or is gone; the next call starts over. */
export function isSought(context: Context, what: ItemId | LocalId, folderId: LocalId): boolean {
  const { sought } = context.effects;
  const folder = absolute(context, folderId);
  const known = sought.get(what);
  if (folder === null || known?.isSeen === true) {
    sought.delete(what);
    return false;
  }
  if (known === undefined) {
    sought.set(what, { folder: folderId, isSeen: false });
    context.hints.urge(folder);
  }
  return true;
}

/** A full scan is about to begin, which shows this folder too. */
export function seek({ effects: { sought } }: Pick<Context, 'effects'>, what: ItemId | LocalId, folder: LocalId): void {
  if (!sought.has(what)) sought.set(what, { folder, isSeen: false });
}

/** Call after a scan of these folders, or of everything (null). Folders that were unreadable or changed meanwhile stay open. */
export function noteSeen(
  context: Context,
  { unreadable, restless }: ScanReport,
  folders: readonly string[] | null,
): void {
  const hidden = unreadable.map(({ path }) => join(context.record.localPath, path));
  for (const [what, { folder: id }] of context.effects.sought) {
    const folder = absolute(context, id);
    if (folder === null || restless.includes(folder) || folders?.includes(folder) === false) continue;
    if (hidden.some((path) => `${folder}/`.startsWith(`${path}/`))) continue;
    context.effects.sought.set(what, { folder: id, isSeen: true });
  }
}

function absolute({ root, record }: Context, id: LocalId): string | null {
  const path = root.localPath(id);
  return path === null ? null : join(record.localPath, path);
}
