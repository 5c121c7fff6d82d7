import type { ItemId, LocalId } from '../../../main/engine/model/ids.ts';
import { noteNewsRead, noteSeen } from '../../../main/engine/recover/settle/looks.ts';
import { createOpenEffects } from '../../../main/engine/recover/settle/open-effects.ts';
import { settleIntents } from '../../../main/engine/recover/settle/settle-intents.ts';
import { endTrashings } from '../../../main/engine/recover/settle/settle-trashing.ts';
import type { StagingState } from '../../../main/engine/recover/settle/staging-look.ts';
import { emptyTally } from '../../../main/engine/root/record/tally.ts';
import type { RootContext } from '../../../main/engine/root/root-context.ts';
import { createHints } from '../../../main/engine/root/schedule/hints.ts';
import { createEpoch } from '../../../main/engine/root/state/epoch.ts';
import { createRounds } from '../../../main/engine/root/state/rounds.ts';
import { createServiceSight } from '../../../main/engine/root/state/service-sight.ts';
import { createSnatched } from '../../../main/engine/root/waiting/fresh-downloads.ts';
import type { LocalRoot } from './local-root.ts';

/** A step in flight, as far as settling asks for it. */
type Running = { readonly kind: string; readonly localId?: LocalId | null; readonly itemId?: ItemId | null };

/** The settling of a root's intents, without a loop around it. */
export function openSettling(root: LocalRoot) {
  const [record] = root.whole.roots();
  if (record === undefined) throw new Error('there is no root');
  let running: readonly Running[] = [];
  let aborted: readonly Running[] = [];
  let isEnded = false;
  let nowMs = 5;
  const service = createServiceSight();
  const context = {
    root: root.store,
    record,
    parts: { store: root.whole, clock: { nowMs: () => nowMs }, transfers: { giveUp: () => undefined } },
    execution: { rootKey: String(record.id) },
    runner: {
      get endedCount() {
        return isEnded ? 1 : 0;
      },
      running: () => running,
      abort: (which: (step: Running) => boolean) => {
        aborted = running.filter(which);
      },
    },
    hints: createHints({ quietMs: 1_000, longestMs: 5_000 }),
    service,
    rounds: createRounds(),
    effects: createOpenEffects(),
    epoch: createEpoch(),
    snatched: createSnatched(),
    tally: emptyTally(),
    told: () => undefined,
    // Nothing else is asked for; using it would fail the test.
  } as unknown as RootContext;
  return {
    context,
    /** What is held after settling, and the steps that were not waited for. `staging`: of all placements. */
    settle(steps: readonly Running[] = [], staging: StagingState = 'untold') {
      running = steps;
      aborted = [];
      const open = root.store.placing(() => false).map(({ itemId }) => [itemId, staging] as const);
      settleIntents(context, new Map(open));
      const { localIds, itemIds } = context.effects.held;
      return { localIds: [...localIds], itemIds: [...itemIds], aborted };
    },
    advance(ms: number) {
      nowMs += ms;
    },
    /** A step has ended whose result is not recorded yet. */
    endStep() {
      isEnded = true;
    },
    /** A scan of the whole root, which reads every folder. */
    seeAll() {
      const report = { root: 'present', changed: 0, settleAtMs: null, unreadable: [], restless: [] } as const;
      noteSeen(context, report, null);
    },
    /** The news of the service are read to their end. */
    readNews() {
      service.begin();
      service.caughtUp('there', 5);
      noteNewsRead(context);
      endTrashings(context, nowMs);
    },
  };
}

export type Settling = ReturnType<typeof openSettling>;
