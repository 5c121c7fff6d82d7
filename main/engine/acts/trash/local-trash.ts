import { rootOfTrashed } from '../../model/names/state-folder.ts';
import { type Answer, type Refused, refusedBy } from '../../model/refusal.ts';
import { FileSystemError } from '../../ports/file-system.ts';
import type { EngineParts } from '../../root/engine-parts.ts';
import type { RootContext } from '../../root/root-context.ts';
import type { Trashed } from '../../store/history/trash-table.ts';
import { acting, refusalOfError } from '../act.ts';
import { bringBack, withoutRoot } from '../undo/bring-back.ts';

/** How long and how much the local trash keeps; null: no limit. */
export type TrashPolicy = { readonly keepDays: number | null; readonly keepBytes: number | null };

const SETTING = 'trash_policy';
const DEFAULT: TrashPolicy = { keepDays: 30, keepBytes: null };
const DAY_MS = 24 * 60 * 60_000;
/** Items examined per slice of a sweep. */
const SLICE = 500;

export function trashPolicy({ store }: Pick<EngineParts, 'store'>): TrashPolicy {
  const text = store.setting(SETTING);
  if (text === null) return DEFAULT;
  const read: unknown = JSON.parse(text);
  return {
    keepDays: numberIn(read, 'keepDays'),
    keepBytes: numberIn(read, 'keepBytes'),
  };
}

function numberIn(value: unknown, name: keyof TrashPolicy): number | null {
  if (typeof value !== 'object' || value === null || !(name in value)) return null;
  const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof found === 'number' ? found : null;
}

export function setTrashPolicy({ store }: Pick<EngineParts, 'store'>, policy: TrashPolicy): void {
  store.setSetting(SETTING, JSON.stringify(policy));
}

/** Restores one item to its old place, under a free name if its own is taken. */
export async function restoreTrashed(
  { store }: EngineParts,
  contexts: readonly RootContext[],
  id: number,
): Promise<Answer<{ readonly path: string }>> {
  const trashed = store.trash.find(id);
  if (trashed === undefined) return notThere();
  const context = contexts.find(({ record }) => record.id === trashed.rootId);
  if (context === undefined) return withoutRoot(trashed);
  return acting(context, trashed.path, (act) => bringBack(act, { trashed, rule: 'P51' }));
}

/**
 * Deletes permanently. An item that cannot be deleted stays in the list and holds up no other; the first refusal is the answer. An item on a
 * drive that is away leaves the list if its folder is no longer synced: the drive may never come back.
 */
export async function purgeTrashed(
  parts: EngineParts,
  ids: readonly number[],
): Promise<Answer<{ readonly purged: number }>> {
  let purged = 0;
  let refusal: Refused | null = null;
  for (const id of ids) {
    const trashed = parts.store.trash.find(id);
    if (trashed === undefined) continue;
    const answer = await purge(parts, trashed);
    const isForgotten = !answer.ok && isAway(answer) && isOfRemovedRoot(parts, trashed);
    if (isForgotten) parts.store.trash.remove(id);
    if (answer.ok || isForgotten) purged += 1;
    else refusal ??= answer;
  }
  return refusal ?? { ok: true, value: { purged } };
}

const isAway = ({ error }: Refused): boolean => error.code === 'not_found';

function isOfRemovedRoot({ store }: EngineParts, { place }: Trashed): boolean {
  const rootPath = rootOfTrashed(place);
  return rootPath !== null && !store.roots().some(({ localPath }) => localPath === rootPath);
}

async function purge({ store, localTrash }: EngineParts, trashed: Trashed): Promise<Answer<Record<string, never>>> {
  if (localTrash === undefined) {
    return refusedBy('not_possible', { code: 'in_system_trash', args: { path: trashed.path } });
  }
  try {
    await localTrash.purge(trashed.place);
  } catch (error) {
    const isGone = error instanceof FileSystemError && error.code === 'not_found';
    const { path, place } = trashed;
    return isGone ? refusedBy('not_found', { code: 'trash_away', args: { path, place } }) : refusalOfError(error, path);
  }
  store.trash.remove(trashed.id);
  return { ok: true, value: {} };
}

/**
 * Permanently deletes items older than the policy keeps, then the oldest until the rest fits, apart from those that can't be deleted. Stops between two items once `signal`
 * aborts. Returns how many it deleted.
 */
export async function sweepTrash(parts: EngineParts, signal?: AbortSignal): Promise<number> {
  const { store, clock, localTrash, log } = parts;
  if (localTrash === undefined) return 0;
  const { keepDays, keepBytes } = trashPolicy(parts);
  const nowMs = store.counted.at(clock.nowMs());
  let [swept, stuckBytes] = [0, 0];
  let last: Trashed | undefined;
  for (;;) {
    const slice = store.trash.oldest(SLICE, last);
    // Summed up again for each slice, because items come and go meanwhile.
    let bytes = store.trash.totals().bytes - stuckBytes;
    for (const trashed of slice) {
      last = trashed;
      const isOld = keepDays !== null && trashed.countedMs <= nowMs - keepDays * DAY_MS;
      const isTooMuch = keepBytes !== null && bytes > keepBytes;
      if ((!isOld && !isTooMuch) || signal?.aborted === true) return swept;
      bytes -= trashed.bytes;
      const answer = await purge(parts, trashed);
      if (answer.ok) {
        swept += 1;
        continue;
      }
      stuckBytes += trashed.bytes;
      if (!isAway(answer)) log.warn(`"${trashed.path}" stays in the trash.`, { reason: answer.error.message });
    }
    if (slice.length < SLICE) return swept;
    await clock.sleep(0, signal);
  }
}

const notThere = () => refusedBy('not_found', { code: 'not_in_local_trash', args: {} });
