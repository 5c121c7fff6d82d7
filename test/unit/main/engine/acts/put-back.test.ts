import { afterEach, beforeEach, expect, test } from 'vitest';
import { putBackHeld } from '../../../../../main/engine/acts/trash/put-back.ts';
import { createNodeClock } from '../../../../../main/engine/adapters/node-clock.ts';
import { createPace } from '../../../../../main/engine/ports/pace.ts';
import type { RootContext } from '../../../../../main/engine/root/root-context.ts';
import { createCarriedOut } from '../../../../../main/engine/root/state/carried-out.ts';
import { createRounds } from '../../../../../main/engine/root/state/rounds.ts';
import { openStoreBench, putPair, type StoreBench } from '../../../../support/engine/store-bench.ts';

let bench: StoreBench;
beforeEach(() => {
  bench = openStoreBench();
});
afterEach(() => bench.store.close());

/** Files that were deleted here, held in one batch. */
function holdDeleted(count: number): void {
  const { root, store } = bench;
  store.transaction(() => {
    for (let id = 1; id <= count; id++) {
      const place = { local: root.rootLocalId, item: root.rootItemId, id: String(id) };
      const pair = putPair(bench, `item ${id}`, place);
      root.removeLocal(pair.localId, root.tick());
      root.hold(pair, 'trash-remote', 1);
    }
  });
}

test('[P46][P47] restoring a large batch lets other work have its turn, and ends early when Tandem quits', async () => {
  holdDeleted(1000);
  const { root, store } = bench;
  const [clock, rounds] = [createNodeClock(), createRounds()];
  let isClosing = false;
  const context = {
    root,
    record: { id: root.id, localPath: '/home/ann/Studio' },
    parts: { store, clock },
    carriedOut: createCarriedOut(),
    pace: createPace(clock),
    rounds,
    service: { ask: () => undefined },
    wake: { ring: () => undefined },
    notifyChanged: () => {
      if (isClosing) return;
      isClosing = true;
      setImmediate(() => void rounds.acts.close());
    },
  } as unknown as RootContext;
  const [batch] = root.heldBatches();
  if (batch === undefined) throw new Error('expected a batch');
  const answer = await putBackHeld(context, batch);
  if (!answer.ok) throw new Error('expected a partial result');
  const { restored, failed, failedTotal } = answer.value;
  expect(restored).toBeGreaterThan(0);
  expect(restored).toBeLessThan(1000);
  expect(failedTotal).toBe(1000 - restored);
  expect(failed).toMatchObject([{ message: { code: 'order_interrupted' } }]);
  expect(root.heldNodes(batch)).toHaveLength(1000 - restored);
});
