import type { Caller, Service } from '../service.ts';
import { requireWebhook } from './webhook-rules.ts';

/** Ends a webhook of the caller. What it has not delivered yet is dropped. */
export async function deleteWebhook(service: Service, caller: Caller, webhookId: string): Promise<void> {
  await service.store.transaction(async (tx) => {
    await requireWebhook(tx, caller, webhookId);
    await tx.webhooks.delete(webhookId);
  });
}
