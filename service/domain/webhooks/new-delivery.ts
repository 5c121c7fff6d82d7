import type { UserMini } from '../../../contract/resources/user.ts';
import type { WebhookTrigger } from '../../../contract/resources/webhook.ts';
import type { DeliveryRecord, WebhookRecord } from '../../ports/metadata/webhooks.ts';
import { presentDate } from '../representation/dates.ts';

/** The name under which senders wait for new deliveries. */
export const outboxSignal = 'webhook-outbox';

/** What a message tells. */
export interface Message {
  /** The same in each try: receivers tell by it what they have had already. */
  readonly eventId: string;
  readonly trigger: WebhookTrigger;
  /** When it happened, in milliseconds since the epoch. */
  readonly happenedAt: number;
  readonly createdBy: UserMini;
  readonly source: object;
  readonly additional: Readonly<Record<string, unknown>> | null;
}

/** A message of a webhook that is due at once (service-decisions B 4.9 has its form). */
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
    // Nothing more to tell is an empty list in this format.
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
