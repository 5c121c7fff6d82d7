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

const tooMuchWaits = say`More than ${limits.webhookBytesWaiting / 1e6} MB of messages of your webhooks were waiting, so this one was not sent. Check the receivers, or delete webhooks that you don't need.`;

/**
 * Adds a message to the outbox, due at once (in the form of service-decisions B 4.9). A person whose receivers are too far behind gets no more
 * messages: they are given up at once.
 */
export async function addToOutbox(
  tx: MetadataWrites,
  creatorId: string,
  { happenedAt, createdBy, source, additional }: Message,
  recipients: readonly Recipient[],
): Promise<void> {
  // This format represents "no additional information" as an empty list.
  const ending = { created_by: createdBy, source, additional_info: additional ?? [] };
  const isTooMuch = (await tx.webhooks.waitingBytes(creatorId)) >= limits.webhookBytesWaiting;
  const body = JSON.stringify(ending).slice(1);
  const content = isTooMuch ? null : { id: await tx.allocateId(), createdBy: creatorId, body };
  const deliveries = [];
  for (const recipient of recipients) {
    deliveries.push({
      id: await tx.allocateId(),
      webhookId: recipient.webhook.id,
      trigger: recipient.trigger,
      createdAt: happenedAt,
      head: isTooMuch ? '' : headFor(recipient, happenedAt),
      tries: 0,
      lastTryAt: null,
      lastStatus: null,
      ...(isTooMuch
        ? { ...givenUp, lastError: tooMuchWaits }
        : { status: 'waiting' as const, nextTryAt: happenedAt, lastError: null }),
    });
  }
  await tx.webhooks.insertMessage({ content, deliveries });
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
