import type { UserMini } from '../../../../../contract/resources/people/user.ts';
import type { WebhookTrigger } from '../../../../../contract/resources/streams/webhook.ts';
import { limits } from '../../../../../contract/rules/limits.ts';
import { say } from '../../../../../contract/rules/say.ts';
import type { WebhookRecord } from '../../../../ports/metadata/streams/webhooks.ts';
import type { MetadataWrites } from '../../../../ports/metadata-store.ts';
import { presentDate } from '../../../representation/dates.ts';
import { givenUp } from './give-up.ts';

/** The signal name under which senders wait for new deliveries. */
export const outboxSignal = 'webhook-outbox';

/** What webhooks of one person send about an event. */
export interface Message {
  /** The time of the event, in milliseconds since the epoch. */
  readonly happenedAt: number;
  readonly createdBy: UserMini;
  readonly source: object;
  readonly additional: Readonly<Record<string, unknown>> | null;
}

/** A webhook that sends a message. */
export interface Recipient {
  readonly webhook: WebhookRecord;
  readonly trigger: WebhookTrigger;
  /** The same in each attempt, so that receivers recognise duplicates. */
  readonly eventId: string;
}

const tooMuchWaits = say`More than ${limits.webhookBytesWaiting / 1e6} MB of messages of your webhooks were waiting, too many of them for this receiver, so this one was not sent. Check the receiver, or delete webhooks that you don't need.`;

/**
 * Adds a message to the outbox, due at once. A webhook whose receiver is too far behind gets no more messages: they are given up at
 * once.
 */
export async function addToOutbox(
  tx: MetadataWrites,
  creatorId: string,
  { happenedAt, createdBy, source, additional }: Message,
  recipients: readonly Recipient[],
): Promise<void> {
  // This format represents "no additional information" as an empty list.
  const ending = { created_by: createdBy, source, additional_info: additional ?? [] };
  const body = JSON.stringify(ending).slice(1);
  const behind = await webhooksBehind(tx, creatorId, recipients);
  const isSent = recipients.some(({ webhook }) => !behind.has(webhook.id));
  const content = isSent ? { id: await tx.allocateId(), createdBy: creatorId, body } : null;
  const deliveries = [];
  for (const recipient of recipients) {
    const isBehind = behind.has(recipient.webhook.id);
    deliveries.push({
      id: await tx.allocateId(),
      webhookId: recipient.webhook.id,
      trigger: recipient.trigger,
      createdAt: happenedAt,
      head: isBehind ? '' : headFor(recipient, happenedAt),
      tries: 0,
      lastTryAt: null,
      lastStatus: null,
      ...(isBehind
        ? { ...givenUp, lastError: tooMuchWaits }
        : { status: 'waiting' as const, nextTryAt: happenedAt, lastError: null }),
    });
  }
  await tx.webhooks.insertMessage({ content, deliveries });
}

/** The webhooks that have used up their share of the reserve. There are none below the creator's limit. */
async function webhooksBehind(
  tx: MetadataWrites,
  creatorId: string,
  recipients: readonly Recipient[],
): Promise<ReadonlySet<string>> {
  const behind = new Set<string>();
  if ((await tx.webhooks.waitingBytes(creatorId)) < limits.webhookBytesWaiting) return behind;
  for (const [appId, own] of Map.groupBy(recipients, ({ webhook }) => webhook.appId)) {
    const count = await tx.webhooks.count({ createdBy: creatorId, appId });
    // A removed webhook is not counted, but sends a last message.
    const share = Math.floor(limits.webhookMessagesReserved / Math.max(1, count));
    for (const id of new Set(own.map(({ webhook }) => webhook.id))) {
      if (await tx.webhooks.hasWaiting(id, share)) behind.add(id);
    }
  }
  return behind;
}

/** The start of a body, which the content continues. */
function headFor({ webhook, trigger, eventId }: Recipient, happenedAt: number): string {
  const start = {
    type: 'webhook_event',
    id: eventId,
    created_at: presentDate(happenedAt),
    trigger,
    webhook: { id: webhook.id, type: 'webhook' },
  };
  return `${JSON.stringify(start).slice(0, -1)},`;
}
