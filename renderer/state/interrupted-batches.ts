import type { TandemBridge } from '../../preload/ipc/bridge.ts';
import { begunBatches, forgetBatches } from './begun-batches.ts';
import type { DropDestination } from './drop-batch.ts';

/** A batch of this page before it was loaded again, and the files of it that never arrived. */
export type InterruptedBatch = {
  readonly batchId: string;
  readonly destination: DropDestination;
  readonly total: number;
  readonly sent: number;
  readonly missing: readonly string[];
};

/** Asks the host about `batchIds`; those with nothing missing are over and forgotten. Null: the host did not answer. */
export async function interruptedBatches(
  bridge: TandemBridge,
  batchIds: readonly string[],
): Promise<readonly InterruptedBatch[] | null> {
  if (batchIds.length === 0) return [];
  const left = await bridge.call('drop.left', { batchIds: [...batchIds] });
  if (!left.ok) return null;
  const open = left.value.filter(({ missing }) => missing.length > 0);
  forgetBatches(batchIds.filter((id) => !open.some(({ batchId }) => batchId === id)));
  const begun = begunBatches();
  return open.flatMap((batch) => {
    const destination = begun.find(({ batchId }) => batchId === batch.batchId)?.destination;
    return destination === undefined ? [] : [{ ...batch, destination }];
  });
}
