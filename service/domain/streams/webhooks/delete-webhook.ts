import type { Caller, Service } from '../../service.ts';
import { requireWebhook } from './webhook-rules.ts';

/** Deletes a webhook of the caller and drops its pending deliveries. */
export async function deleteWebhook(service: Service, caller: Caller, webhookId: string): Promise<void> {
  await service.store.transaction(async (tx) => {
    await requireWebhook(tx, caller, webhookId);
    await tx.webhooks.delete(webhookId);
  });
}
