import { type Answer, refusedBy } from '../../model/refusal.ts';
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

/** Deletes permanently. Stops at the first item that cannot be deleted; it stays in the list. */
export async function purgeTrashed(
  parts: EngineParts,
  ids: readonly number[],
): Promise<Answer<{ readonly purged: number }>> {
  let purged = 0;
  for (const id of ids) {
    const trashed = parts.store.trash.find(id);
    if (trashed === undefined) continue;
    const answer = await purge(parts, trashed);
    if (!answer.ok) return answer;
    purged += 1;
  }
  return { ok: true, value: { purged } };
}

async function purge({ store, localTrash }: EngineParts, trashed: Trashed): Promise<Answer<Record<string, never>>> {
  if (localTrash === undefined) {
    return refusedBy('not_possible', { code: 'in_system_trash', args: { path: trashed.path } });
  }
  try {
    await localTrash.purge(trashed.place);
  } catch (error) {
    const isAway = error instanceof FileSystemError && error.code === 'not_found';
    const { path, place } = trashed;
    return isAway ? refusedBy('not_found', { code: 'trash_away', args: { path, place } }) : refusalOfError(error, path);
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
  let [swept, last, stuckBytes] = [0, 0, 0];
  for (;;) {
    const slice = store.trash.oldest(SLICE, last);
    for (const trashed of slice) {
      last = trashed.id;
      const isOld = keepDays !== null && trashed.atMs <= clock.nowMs() - keepDays * DAY_MS;
      const isTooMuch = keepBytes !== null && store.trash.totals().bytes - stuckBytes > keepBytes;
      if ((!isOld && !isTooMuch) || signal?.aborted === true) return swept;
      const answer = await purge(parts, trashed);
      if (answer.ok) {
        swept += 1;
        continue;
      }
      stuckBytes += trashed.bytes;
      const isAway = answer.error.code === 'not_found';
      if (!isAway) log.warn(`"${trashed.path}" stays in the trash.`, { reason: answer.error.message });
    }
    if (slice.length < SLICE) return swept;
  }
}

const notThere = () => refusedBy('not_found', { code: 'not_in_local_trash', args: {} });
