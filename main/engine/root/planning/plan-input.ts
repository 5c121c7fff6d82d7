import type { LocalId } from '../../model/ids.ts';
import type { PlanSettings } from '../../model/plan/plan.ts';
import type { DiskTraits } from '../../ports/file-system.ts';
import type { RootContext } from '../root-context.ts';

type Live = Pick<RootContext['live'], 'snatched' | 'growing' | 'sentElsewhere' | 'arriving'>;

/** The planner's input besides the trees; the same for the engine, `tandem plan` and a dry run. */
export function settingsOf(
  { parts, root, live }: Pick<RootContext, 'parts' | 'root'> & { readonly live: Live },
  traits: DiskTraits,
): PlanSettings {
  const { files, folders } = root.syncedTotals();
  return {
    deviceName: parts.settings.deviceName,
    today: parts.clock.today(),
    ...traits,
    guard: parts.settings.guard,
    syncedCount: files + folders,
    largestUploadBytes: parts.largestUploadBytes?.() ?? null,
    released: root.released(),
    held: root.held(),
    taken: live.snatched.taken,
    growing: growingUntil(live, parts.clock.nowMs()),
    unsettled: { localIds: live.sentElsewhere, itemIds: live.arriving },
  };
}

function growingUntil({ growing }: Live, nowMs: number): ReadonlyMap<LocalId, number> {
  const until = new Map<LocalId, number>();
  for (const [id, { atMs, pauseMs }] of growing) if (atMs + pauseMs > nowMs) until.set(id, atMs + pauseMs);
  return until;
}
