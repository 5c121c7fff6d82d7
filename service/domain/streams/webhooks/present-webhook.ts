import type { FullWebhook, WebhookDelivery } from '../../../../contract/resources/streams/webhook.ts';
import { inEnglish } from '../../../../contract/rules/say.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { DeliveryRecord, WebhookRecord } from '../../../ports/metadata/streams/webhooks.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { presentDate, presentOptionalDate } from '../../representation/dates.ts';

/** A webhook in full. */
export function presentWebhook(webhook: WebhookRecord, creator: UserRecord | undefined): FullWebhook {
  const { id, target, createdBy, createdAt, address, triggers } = webhook;
  return {
    id,
    type: 'webhook',
    target: { id: target.id, type: target.kind },
    created_by: presentUserMini(createdBy, creator),
    created_at: presentDate(createdAt),
    address,
    triggers: [...triggers],
  };
}

/** A webhook delivery and its outcome. */
export function presentDelivery(delivery: DeliveryRecord): WebhookDelivery {
  const { lastError } = delivery;
  return {
    id: delivery.id,
    type: 'webhook_delivery',
    trigger: delivery.trigger,
    created_at: presentDate(delivery.createdAt),
    status: delivery.status,
    tries: delivery.tries,
    last_try_at: presentOptionalDate(delivery.lastTryAt),
    last_status: delivery.lastStatus,
    last_error: lastError && inEnglish(lastError),
    ...(lastError && { last_error_sentences: [...lastError] }),
    next_try_at: presentOptionalDate(delivery.nextTryAt),
  };
}
