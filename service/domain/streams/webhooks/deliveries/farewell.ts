import type { MetadataWrites } from '../../../../ports/metadata-store.ts';
import { presentUserMini } from '../../../kernel/mini.ts';
import { presentWebhook } from '../present-webhook.ts';
import { newDelivery } from './new-delivery.ts';

/**
 * Ends the webhooks on permanently deleted items, in the transaction that deletes them. Each sends a last message about it, after
 * its pending deliveries.
 */
export async function endWebhooksOn(
  { tx, now }: { readonly tx: MetadataWrites; readonly now: number },
  itemIds: readonly string[],
): Promise<void> {
  for (const webhook of await tx.webhooks.listOnTargets(itemIds)) {
    const creator = (await tx.users.get(webhook.createdBy)) ?? undefined;
    await tx.webhooks.update({ ...webhook, removedAt: now });
    const message = {
      // Each webhook has only one such message.
      eventId: `${webhook.id}-deleted`,
      trigger: 'WEBHOOK.DELETED' as const,
      happenedAt: now,
      createdBy: presentUserMini(webhook.createdBy, creator),
      source: presentWebhook(webhook, creator),
      additional: { reason: 'auto_cleanup' },
    };
    await tx.webhooks.insertDelivery(newDelivery(await tx.allocateId(), webhook, message));
  }
}
