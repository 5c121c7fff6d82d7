import type { FullWebhook } from '../../../../contract/resources/streams/webhook.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { WebhookRecord } from '../../../ports/metadata/streams/webhooks.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { presentWebhook } from './present-webhook.ts';
import { creatorOf, requireNoOther, requireSettings, type WebhookSettings } from './webhook-rules.ts';

/**
 * Creates a webhook, which fires for its triggers on the target and everything below it.
 * @throws Refusal `conflict` for a second one on the same target; `operation_limit_exceeded` beyond 1,000.
 */
export async function createWebhook(service: Service, caller: Caller, settings: WebhookSettings): Promise<FullWebhook> {
  return service.store.transaction(async (tx) => {
    await requireSettings(service, tx, caller, settings);
    await requireNoOther(tx, caller, settings.target.id);
    if ((await tx.webhooks.count(creatorOf(caller))) >= limits.webhooksPerCreator) {
      const message = say`You have ${limits.webhooksPerCreator} webhooks, which is the limit. Delete one first.`;
      throw new Refusal('operation_limit_exceeded', message);
    }
    const webhook: WebhookRecord = {
      ...settings,
      ...creatorOf(caller),
      id: await tx.allocateId(),
      triggers: [...new Set(settings.triggers)],
      createdAt: service.clock.now(),
      removedAt: null,
    };
    await tx.webhooks.insert(webhook);
    return presentWebhook(webhook, caller.user);
  });
}
