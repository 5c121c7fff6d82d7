import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { begunBatches, forgetBatches } from './begun-batches.ts';
import type { DropDestination } from './upload-batch.ts';

/** Batches started before a reload and not finished; shown until their files are dropped again, or dismissed. */
export type EarlierBatches = {
  /** Asks the host again, after files were dropped again. */
  readonly refresh: () => Promise<void>;
  readonly forget: (key: number) => void;
};

type Cards = {
  /** Returns the card's key. */
  readonly add: (batch: Omit<InterruptedBatch, 'batchId'>) => number;
  readonly change: (key: number, next: Pick<InterruptedBatch, 'sent' | 'missing'>) => void;
  readonly remove: (key: number) => void;
};

export function earlierBatches(bridge: TandemBridge, cards: Cards): EarlierBatches {
  const shown = new Map<number, string>();
  onceConnected(bridge, async () => {
    const ids = begunBatches().map(({ batchId }) => batchId);
    for (const { batchId, ...batch } of (await interruptedBatches(bridge, ids)) ?? []) {
      shown.set(cards.add(batch), batchId);
    }
  });
  return {
    async refresh() {
      const left = await interruptedBatches(bridge, [...shown.values()]);
      if (left === null) return;
      for (const [key, batchId] of shown) {
        const batch = left.find((one) => one.batchId === batchId);
        if (batch !== undefined) cards.change(key, { sent: batch.sent, missing: batch.missing });
        else if (shown.delete(key)) cards.remove(key);
      }
    },
    forget(key) {
      const batchId = shown.get(key);
      if (batchId === undefined) return;
      shown.delete(key);
      forgetBatches([batchId]);
      void bridge.call('drop.cancel', { batchId });
    },
  };
}

/** A batch from before a reload, and its files that never arrived. */
type InterruptedBatch = {
  readonly batchId: string;
  readonly destination: DropDestination;
  readonly total: number;
  readonly sent: number;
  readonly missing: readonly string[];
};

/** Asks the host about `batchIds`; those with nothing missing are over and forgotten. Null: the host did not answer. */
async function interruptedBatches(
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

/** Runs `act` once the bridge is connected, before the page starts any new batch. */
function onceConnected(bridge: TandemBridge, act: () => Promise<void>): void {
  if (bridge.connection() === 'connected') {
    void act();
    return;
  }
  const end = bridge.onConnection((state) => {
    if (state !== 'connected') return;
    end();
    void act();
  });
}
