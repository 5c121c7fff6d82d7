import type { ItemId, LocalId } from '../../model/ids.ts';
import type { PlanSettings } from '../../model/plan/plan.ts';
import type { DiskTraits } from '../../ports/file-system.ts';
import type { Reason } from '../../store/work/reasons.ts';
import type { RootContext } from '../root-context.ts';

type Input = Pick<RootContext, 'parts' | 'root' | 'snatched' | 'growing' | 'refusedNames' | 'effects' | 'carriedOut'>;

/** The planner's input besides the trees; the same for the engine, `tandem plan` and a dry run. */
export function settingsOf(
  { parts, root, snatched, growing, refusedNames, effects, carriedOut }: Input,
  traits: DiskTraits,
): PlanSettings {
  const { files, folders } = root.syncedTotals();
  const released = onFirstUse(() => root.released());
  const held = onFirstUse(() => root.held());
  const lately = onFirstUse(() => carriedOut.lately(parts.clock.nowMs()));
  return {
    deviceName: parts.settings.deviceName,
    deviceId: parts.settings.deviceId,
    today: parts.clock.today(),
    ...traits,
    guard: parts.settings.guard,
    // These are read only for a plan with deletes or rewrites: tens of thousands may wait for a person.
    get lately() {
      return lately();
    },
    syncedCount: files + folders,
    largestUploadBytes: parts.largestUploadBytes?.() ?? null,
    get released() {
      return released();
    },
    get held() {
      return held();
    },
    taken: snatched.taken,
    growing: growingUntil(growing, parts.clock.nowMs()),
    refusedNames,
    unsettled: effects.held,
    failed: { get: (item) => failureOf(root, item)?.problem.reach },
  };
}

/** A reason is stored under the local node, if there is one. */
const failureOf = (root: Input['root'], itemId: ItemId): Reason | undefined => {
  const own = root.reasonOf({ localId: null, itemId });
  return [...(own === undefined ? [] : [own]), ...root.reasonsOfItem(itemId)].find(({ source }) => source === 'step');
};

/** A version that is later than the clock was uploaded before the clock was set back, so its pause says nothing. */
function growingUntil(growing: Input['growing'], nowMs: number): ReadonlyMap<LocalId, number> {
  const until = new Map<LocalId, number>();
  for (const [id, { atMs, pauseMs }] of growing) {
    if (atMs <= nowMs && nowMs < atMs + pauseMs) until.set(id, atMs + pauseMs);
  }
  return until;
}

function onFirstUse<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | null = null;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}
