import type { UserMini } from '../../../../../contract/resources/people/user.ts';
import type { WebhookTrigger } from '../../../../../contract/resources/streams/webhook.ts';
import type { DeliveryRecord, WebhookRecord } from '../../../../ports/metadata/streams/webhooks.ts';
import { presentDate } from '../../../representation/dates.ts';

/** The signal name under which senders wait for new deliveries. */
export const outboxSignal = 'webhook-outbox';

/** The content of a message. */
export interface Message {
  /** The same in each attempt, so that receivers recognise duplicates. */
  readonly eventId: string;
  readonly trigger: WebhookTrigger;
  /** The time of the event, in milliseconds since the epoch. */
  readonly happenedAt: number;
  readonly createdBy: UserMini;
  readonly source: object;
  readonly additional: Readonly<Record<string, unknown>> | null;
}

/** A delivery that is due at once (in the form of service-decisions B 4.9). */
export function newDelivery(id: string, webhook: WebhookRecord, message: Message): DeliveryRecord {
  const { eventId, trigger, happenedAt, createdBy, source, additional } = message;
  const body = {
    type: 'webhook_event',
    id: eventId,
    created_at: presentDate(happenedAt),
    trigger,
    webhook: { id: webhook.id, type: 'webhook' },
    created_by: createdBy,
    source,
    // This format represents "no additional information" as an empty list.
    additional_info: additional ?? [],
  };
  return {
    id,
    webhookId: webhook.id,
    trigger,
    createdAt: happenedAt,
    body: JSON.stringify(body),
    status: 'waiting',
    tries: 0,
    nextTryAt: happenedAt,
    lastTryAt: null,
    lastStatus: null,
    lastError: null,
  };
}
