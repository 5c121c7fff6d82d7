import type { FullWebhook } from '../../../../contract/resources/streams/webhook.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { Caller, Service } from '../../service.ts';
import { presentWebhook } from './present-webhook.ts';
import { requireNoOther, requireSettings, requireWebhook, type WebhookSettings } from './webhook-rules.ts';

/** Changes to a webhook; absent fields stay as they are. */
export interface UpdateWebhook {
  readonly webhookId: string;
  readonly target?: WebhookSettings['target'] | undefined;
  readonly address?: string | undefined;
  readonly triggers?: WebhookSettings['triggers'] | undefined;
}

/** Changes a webhook. Pending deliveries go to the new URL, unless the target changes: then they are given up. */
export async function updateWebhook(service: Service, caller: Caller, request: UpdateWebhook): Promise<FullWebhook> {
  const { webhookId, target, address, triggers } = request;
  return service.store.transaction(async (tx) => {
    const before = await requireWebhook(tx, caller, webhookId);
    const after = {
      ...before,
      target: target ?? before.target,
      address: address ?? before.address,
      triggers: [...new Set(triggers ?? before.triggers)],
    };
    await requireSettings(service, tx, caller, after);
    if (after.target.id !== before.target.id) {
      await requireNoOther(tx, caller, after.target.id);
      // The right to read a message is checked on the webhook's target, which says nothing about messages from a former one.
      await tx.webhooks.giveUpWaiting(webhookId, 'all', say`The webhook has another target now.`);
    }
    await tx.webhooks.update(after);
    return presentWebhook(after, caller.user);
  });
}
