import type { MetadataWrites } from '../../../../ports/metadata-store.ts';
import { presentUserMini } from '../../../kernel/mini.ts';
import { presentWebhook } from '../present-webhook.ts';
import { activeCreator, mayCreatorRead, noAccess } from '../webhook-rules.ts';
import { giveUpWaiting } from './give-up.ts';
import { newDelivery } from './new-delivery.ts';

/**
 * Ends the webhooks on items that are about to be permanently deleted, in the same transaction. Each sends a last message about it, after
 * its pending deliveries. The rights of its creator end with the item, so they decide now on what is sent. An account that is deactivated or
 * deleted gets nothing.
 */
export async function endWebhooksOn(
  { tx, now }: { readonly tx: MetadataWrites; readonly now: number },
  itemIds: readonly string[],
): Promise<void> {
  for (const webhook of await tx.webhooks.listOnTargets(itemIds)) {
    await giveUpWaiting(tx, webhook.id, async ({ trigger }) =>
      (await mayCreatorRead(tx, webhook, trigger, now)) ? null : noAccess,
    );
    await tx.webhooks.update({ ...webhook, removedAt: now });
    const creator = await activeCreator(tx, webhook);
    if (creator === null) continue;
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
