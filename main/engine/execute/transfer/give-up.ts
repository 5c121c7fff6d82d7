import type { TransferParts } from './transfer-run.ts';

/** Ends sessions that no call will resume. Callers don't wait for the answer: a session that is not aborted expires. */
export type GivingUp = {
  /** See `Transfers.giveUp`. */
  giveUp(key: string): void;
  /** Resolves when no request is in flight. */
  close(): Promise<void>;
};

export function createGivingUp({ remote, records }: Pick<TransferParts, 'remote' | 'records'>): GivingUp {
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  return {
    giveUp(key) {
      const record = records.upload(key);
      if (record === null) return;
      records.forgetUpload(key);
      const ended: Promise<void> = remote
        .abort(record.sessionId, closing.signal)
        .catch(() => undefined)
        .finally(() => underWay.delete(ended));
      underWay.add(ended);
    },
    async close() {
      closing.abort();
      await Promise.all(underWay);
    },
  };
}
