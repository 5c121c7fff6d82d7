import { join } from 'node:path';
import { isWithin } from '../../model/disk-path.ts';
import type { ItemId, LocalId } from '../../model/ids.ts';
import type { ScanReport } from '../../observe/local/observer.ts';
import type { Hints } from '../../root/schedule/hints.ts';
import type { ServiceSight } from '../../root/state/service-sight.ts';
import type { RootStore } from '../../store/root-store.ts';

/** A folder of this disk, or the news of the service. */
type Where = LocalId | 'service';

/**
 * The looks that open intents wait for, by their target: a step may fail after its effect, so it counts as not done only after a look at
 * the place where the effect would show.
 */
export type Looks = Map<ItemId | LocalId | string, { readonly at: Where; readonly isSeen: boolean }>;

type Context = {
  readonly root: RootStore;
  readonly record: { readonly localPath: string };
  readonly hints: Hints;
  readonly service: Pick<ServiceSight, 'ask'>;
  readonly effects: { readonly looks: Looks };
};

/** The first call asks for the look. False: it took place since, or the folder is gone; the next call starts over. */
export function isSought(context: Context, what: ItemId | LocalId | string, at: Where): boolean {
  const { looks } = context.effects;
  const folder = at === 'service' ? null : absolute(context, at);
  const known = looks.get(what);
  if ((folder === null && at !== 'service') || known?.isSeen === true) {
    looks.delete(what);
    return false;
  }
  if (known !== undefined) return true;
  looks.set(what, { at, isSeen: false });
  if (folder === null) context.service.ask();
  else context.hints.urge(folder);
  return true;
}

/** A full scan is about to begin, which shows this folder too. */
export function seek({ effects: { looks } }: Pick<Context, 'effects'>, what: ItemId | LocalId, folder: LocalId): void {
  if (!looks.has(what)) looks.set(what, { at: folder, isSeen: false });
}

/** Call after a scan of these folders, or of everything (null). Folders that were unreadable or changed meanwhile stay open. */
export function noteSeen(
  context: Pick<Context, 'root' | 'record' | 'effects'>,
  { unreadable, restless }: ScanReport,
  folders: readonly string[] | null,
): void {
  const hidden = unreadable.map(({ path }) => join(context.record.localPath, path));
  for (const [what, { at }] of context.effects.looks) {
    const folder = at === 'service' ? null : absolute(context, at);
    if (folder === null || restless.includes(folder) || folders?.includes(folder) === false) continue;
    if (hidden.some((path) => isWithin(folder, path))) continue;
    context.effects.looks.set(what, { at, isSeen: true });
  }
}

/** The news of the service that were sought and have been read since. A look counts from one call to the next: in between, more may be sent. */
export function takeNewsRead({ effects: { looks } }: Pick<Context, 'effects'>): ReadonlySet<ItemId | LocalId | string> {
  const sought = [...looks].filter(([, { at }]) => at === 'service');
  for (const [what] of sought) looks.delete(what);
  return new Set(sought.filter(([, { isSeen }]) => isSeen).map(([what]) => what));
}

/** Call after the service's news were read to their end. */
export function noteNewsRead({ effects: { looks } }: Pick<Context, 'effects'>): void {
  for (const [what, { at }] of looks) if (at === 'service') looks.set(what, { at, isSeen: true });
}

function absolute({ root, record }: Pick<Context, 'root' | 'record'>, id: LocalId): string | null {
  const path = root.localPath(id);
  return path === null ? null : join(record.localPath, path);
}
