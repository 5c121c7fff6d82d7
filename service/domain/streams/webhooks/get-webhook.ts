import type { MarkerPage } from '../../../../contract/resources/paging.ts';
import type { FullWebhook, WebhookDelivery } from '../../../../contract/resources/streams/webhook.ts';
import { pagingById } from '../../kernel/paging/id-paging.ts';
import type { Caller, Service } from '../../service.ts';
import { presentDelivery, presentWebhook } from './present-webhook.ts';
import { creatorOf, requireWebhook } from './webhook-rules.ts';

/** Selects a page of a list. */
export interface WebhookPageRequest {
  readonly limit: number;
  readonly marker?: string | undefined;
}

/** One webhook of the caller. */
export async function getWebhook(service: Service, caller: Caller, webhookId: string): Promise<FullWebhook> {
  return service.store.read(async (reads) => {
    return presentWebhook(await requireWebhook(reads, caller, webhookId), caller.user);
  });
}

/** The webhooks of the caller in the caller's application, oldest first. */
export async function listWebhooks(
  service: Service,
  caller: Caller,
  { limit, marker }: WebhookPageRequest,
): Promise<MarkerPage<FullWebhook>> {
  const creator = creatorOf(caller);
  const list = ['webhooks', creator.createdBy, creator.appId];
  const paging = pagingById(service, list, { marker, limit });
  const rows = await service.store.read(({ webhooks }) => webhooks.list(creator, paging.wanted));
  const page = paging.pageOf(rows);
  return { ...page, entries: page.entries.map((webhook) => presentWebhook(webhook, caller.user)) };
}

/** The recent deliveries of a webhook of the caller, newest first, with their outcomes. */
export async function listDeliveries(
  service: Service,
  caller: Caller,
  { webhookId, limit, marker }: WebhookPageRequest & { readonly webhookId: string },
): Promise<MarkerPage<WebhookDelivery>> {
  const list = ['deliveries', webhookId];
  return service.store.read(async (reads) => {
    await requireWebhook(reads, caller, webhookId);
    const paging = pagingById(service, list, { marker, limit });
    const rows = await reads.webhooks.listDeliveries(webhookId, paging.wanted);
    const page = paging.pageOf(rows);
    return { ...page, entries: page.entries.map(presentDelivery) };
  });
}
