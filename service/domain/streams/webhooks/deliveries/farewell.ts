import type { WebhookTrigger } from '../../../../../contract/resources/streams/webhook.ts';
import type { WebhookRecord } from '../../../../ports/metadata/streams/webhooks.ts';
import type { MetadataWrites } from '../../../../ports/metadata-store.ts';
import { presentUserMini } from '../../../kernel/mini.ts';
import { presentWebhook } from '../present-webhook.ts';
import { activeCreator, mayCreatorRead, noAccess } from '../webhook-rules.ts';
import { addToOutbox } from './add-to-outbox.ts';

/**
 * Ends the webhooks on items that are about to be permanently deleted, in the same transaction. Each sends a last message about it, after
 * its pending deliveries. The rights of its creator end with the item, so they decide now on what is sent. An account that is deactivated or
 * deleted gets nothing.
 */
export async function endWebhooksOn(moment: EndingMoment, itemIds: readonly string[]): Promise<void> {
  await endWebhooks(moment, await moment.tx.webhooks.listOnTargets(itemIds));
}

/** The same below a folder whose content is deleted later: the rights to all of it end with the folder. */
export async function endWebhooksBelow(moment: EndingMoment, folderId: string): Promise<void> {
  await endWebhooks(moment, await moment.tx.webhooks.listBelow(folderId));
}

/** A transaction that deletes items, and its time. */
interface EndingMoment {
  readonly tx: MetadataWrites;
  readonly now: number;
}

async function endWebhooks({ tx, now }: EndingMoment, webhooks: readonly WebhookRecord[]): Promise<void> {
  for (const webhook of webhooks) {
    await giveUpUnreadable({ tx, now }, webhook);
    await tx.webhooks.update({ ...webhook, removedAt: now });
    const creator = await activeCreator(tx, webhook);
    if (creator === null) continue;
    const message = {
      happenedAt: now,
      createdBy: presentUserMini(webhook.createdBy, creator),
      source: presentWebhook(webhook, creator),
      additional: { reason: 'auto_cleanup' },
    };
    // Each webhook has only one such message.
    const recipient = { webhook, trigger: 'WEBHOOK.DELETED' as const, eventId: `${webhook.id}-deleted` };
    await addToOutbox(tx, webhook.createdBy, message, [recipient]);
  }
}

/** Gives up the pending deliveries that the creator may no longer read. Only their trigger decides, so each is asked once. */
async function giveUpUnreadable({ tx, now }: EndingMoment, webhook: WebhookRecord): Promise<void> {
  const unreadable: WebhookTrigger[] = [];
  for (const trigger of await tx.webhooks.waitingTriggers(webhook.id)) {
    if (!(await mayCreatorRead(tx, webhook, trigger, now))) unreadable.push(trigger);
  }
  if (unreadable.length > 0) await tx.webhooks.giveUpWaiting(webhook.id, unreadable, noAccess);
}
