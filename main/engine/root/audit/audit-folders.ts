import type { RemoteEntry } from '../../model/entry.ts';
import { type ItemId, itemId } from '../../model/ids.ts';
import { noteArrivals } from '../../observe/remote/arrivals.ts';
import { type Differences, differencesIn } from '../../observe/remote/differences.ts';
import { isHiding } from '../../ports/remote/remote.ts';
import type { RootContext } from '../root-context.ts';

/** The root note with the folder that was compared last. */
const NOTE = 'audited_folder';
/** After this time, no event is expected for a difference. A round takes at least this long, too. */
const LASTING_MS = 10 * 60_000;
/** The start of the warning about what no event told. Where none gets lost, it shows a fault of ours. */
export const UNTOLD = 'The service differs from its events in ';
/** A listing takes one request for this many items. */
const ITEMS_PER_REQUEST = 1_000;

/**
 * Lists one folder on the service per turn and compares it with the tree. Only this finds what no event tells: an event was lost, or a service
 * restored from a backup has forgotten a few changes and looks as before otherwise (edge case 95). Sends one request per
 * `auditEveryMs` on average, to other services one per `auditRequestEveryMs`, and fewer for a small tree.
 */
export type FolderAudit = { turn(signal: AbortSignal): Promise<void> };

/** A folder whose listing differs from the tree. An event may be late, so only what still differs later counts. */
type Suspicion = { readonly folder: ItemId; readonly differences: Differences };

export function createFolderAudit(context: RootContext): FolderAudit {
  const { root, parts, execution } = context;
  let suspicion: Suspicion | null = null;
  let [endedAtMs, pauseMs] = [0, 0];
  /** Null: the account may not list the folder, so nothing can be said about it. */
  const list = async (folder: ItemId, signal: AbortSignal): Promise<Listed | null> => {
    const takenAt = root.tick();
    try {
      return { folder, takenAt, entries: await parts.remote.list(folder, signal) };
    } catch (error) {
      if (isHiding(error)) return null;
      throw error;
    }
  };
  /** The pause after a folder that took this many requests. */
  const pauseAfter = (folder: ItemId, requests: number): number => {
    root.setNote(NOTE, folder);
    const { auditEveryMs, auditRequestEveryMs } = parts.settings;
    const everyMs = parts.remote.isOurs() ? auditEveryMs : auditRequestEveryMs;
    return Math.max(requests * everyMs, isLast(context, folder) ? LASTING_MS : 0);
  };
  /** Returns how long to pause after it, in milliseconds. */
  const lookAtNext = async (signal: AbortSignal): Promise<number> => {
    const folder = suspicion?.folder ?? nextFolder(context);
    const listed = await list(folder, signal);
    if (listed === null) {
      suspicion = null;
      return pauseAfter(folder, 1);
    }
    // Once caught up, the tree has any event that explains it.
    if (suspicion !== null) await execution.nextCatchUp(signal);
    const found = await compare(context, listed);
    const before = suspicion;
    suspicion = before === null && found.size > 0 ? { folder, differences: found } : null;
    if (suspicion !== null) return LASTING_MS;
    const lasting = [...found].filter(([id, difference]) => before?.differences.get(id) === difference);
    if (lasting.length > 0) settle(context, folder, new Map(lasting));
    return pauseAfter(folder, Math.ceil((listed.entries?.length ?? 0) / ITEMS_PER_REQUEST));
  };
  return {
    async turn(signal) {
      // A clock that was set back far ends the pause.
      if (Math.abs(parts.clock.nowMs() - endedAtMs) < pauseMs) return;
      pauseMs = await lookAtNext(signal);
      endedAtMs = parts.clock.nowMs();
    },
  };
}

type Listed = { readonly folder: ItemId; readonly takenAt: number; readonly entries: readonly RemoteEntry[] | null };

async function compare({ root, pace }: RootContext, { folder, takenAt, entries }: Listed): Promise<Differences> {
  if (entries !== null) return differencesIn(root, { folder, takenAt, entries }, pace);
  // The folder itself does not exist.
  const isKnown = root.remote(folder) !== undefined && root.remoteTakenAt(folder) <= takenAt;
  return new Map(isKnown ? [[folder, 'forgotten']] : []);
}

/**
 * Lists folders with unreported changes again. If the service has forgotten something, both sides count as never synced, so that nothing is
 * deleted for being absent (SPEC P60).
 */
function settle(
  { root, parts, record, service, standing, wake }: RootContext,
  folder: ItemId,
  lasting: Differences,
): void {
  parts.log.warn(`${UNTOLD}${record.localPath}.`, {
    folder: root.remotePath(folder),
    items: lasting.size,
  });
  if ([...lasting.values()].includes('forgotten')) {
    standing.renew({ kind: 'reset', localPath: record.localPath, why: 'service_is_older' });
  } else {
    noteArrivals(root, [folder]);
    service.ask();
  }
  wake.ring();
}

function nextFolder({ root }: RootContext): ItemId {
  const last = root.note(NOTE);
  const row = last === null ? undefined : root.remote(itemId(last));
  return (row && root.remoteFolderAfter(row)) ?? root.rootItemId;
}

function isLast({ root }: RootContext, folder: ItemId): boolean {
  const row = root.remote(folder);
  return row !== undefined && root.remoteFolderAfter(row) === undefined;
}
