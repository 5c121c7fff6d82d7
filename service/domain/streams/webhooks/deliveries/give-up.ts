import type { Sentence } from '../../../../../contract/resources/sentence.ts';
import type { DeliveryRecord } from '../../../../ports/metadata/streams/webhooks.ts';
import type { MetadataWrites } from '../../../../ports/metadata-store.ts';

/** The fields of a delivery that is sent no more. */
export const givenUp = { status: 'given_up', nextTryAt: null } as const;

/** Deliveries per read. */
const batch = 500;

/** Gives up the pending deliveries of a webhook for which `objectionTo` has a reason; null for those that are still sent. */
export async function giveUpWaiting(
  tx: MetadataWrites,
  webhookId: string,
  objectionTo: (delivery: DeliveryRecord) => Promise<readonly Sentence[] | null>,
): Promise<void> {
  for (let after: string | null = null; ; ) {
    const page: readonly DeliveryRecord[] = await tx.webhooks.listWaiting(webhookId, { after, limit: batch });
    for (const delivery of page) {
      const lastError = await objectionTo(delivery);
      if (lastError !== null) await tx.webhooks.updateDelivery({ ...delivery, ...givenUp, lastError }, delivery.tries);
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < batch) return;
  }
}
