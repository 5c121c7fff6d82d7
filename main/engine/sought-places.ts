import { join } from 'node:path';
import type { Hints } from './hints.ts';
import type { ScanReport } from './local/observer.ts';
import type { ItemId, LocalId } from './model/ids.ts';
import type { Placing } from './model/placing.ts';
import type { RootStore } from './store/root-store.ts';

/** By item: the folder that is looked at before it is believed that nothing was put there; a step may fail after its effect. */
export type SoughtPlaces = Map<ItemId, { readonly folder: LocalId; readonly isSeen: boolean }>;

type Context = {
  readonly root: RootStore;
  readonly record: { readonly localPath: string };
  readonly hints: Hints;
  readonly live: { readonly sought: SoughtPlaces };
};

/** False: the folder was looked at since, or is gone. The first question makes it look. */
export function isSought(context: Context, { itemId, parentLocalId }: Placing): boolean {
  const { sought } = context.live;
  const folder = absolute(context, parentLocalId);
  const known = sought.get(itemId);
  if (folder === null || known?.isSeen === true) return false;
  if (known === undefined) {
    sought.set(itemId, { folder: parentLocalId, isSeen: false });
    context.hints.urge(folder);
  }
  return true;
}

/** After a look at these folders, or at all (null). What could not be read, or changed meanwhile, is looked at again. */
export function noteSeen(
  context: Context,
  { unreadable, restless }: ScanReport,
  folders: readonly string[] | null,
): void {
  const hidden = unreadable.map(({ path }) => join(context.record.localPath, path));
  for (const [item, { folder: id }] of context.live.sought) {
    const folder = absolute(context, id);
    if (folder === null || restless.includes(folder) || folders?.includes(folder) === false) continue;
    if (hidden.some((path) => `${folder}/`.startsWith(`${path}/`))) continue;
    context.live.sought.set(item, { folder: id, isSeen: true });
  }
}

/** Of those that are not written down any more nothing is sought. */
export function dropSought({ sought }: Context['live'], placing: readonly Placing[]): void {
  const items = new Set(placing.map(({ itemId }) => itemId));
  for (const item of sought.keys()) if (!items.has(item)) sought.delete(item);
}

function absolute({ root, record }: Context, id: LocalId): string | null {
  const path = root.localPath(id);
  return path === null ? null : join(record.localPath, path);
}
