import type { MarkerPage } from '../../../contract/resources/paging.ts';
import type { FullWebhook, WebhookDelivery } from '../../../contract/resources/webhook.ts';
import { pageByMarker, readListMarker } from '../paging/list-marker.ts';
import { presentDelivery, presentWebhook } from '../representation/webhook.ts';
import type { Caller, Service } from '../service.ts';
import { creatorOf, requireWebhook } from './webhook-rules.ts';

/** Which page of a list. */
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

/** The webhooks of the caller and the caller's application, oldest first. */
export async function listWebhooks(
  service: Service,
  caller: Caller,
  { limit, marker }: WebhookPageRequest,
): Promise<MarkerPage<FullWebhook>> {
  const key = service.settings.markerKey;
  const creator = creatorOf(caller);
  const list = ['webhooks', creator.createdBy, creator.appId];
  const after = cursorId(readListMarker(key, list, marker));
  const rows = await service.store.read(({ webhooks }) => webhooks.list(creator, { after, limit: limit + 1 }));
  const page = pageByMarker(key, list, { rows, limit, cursorOf: ({ id }) => [id] });
  return { ...page, entries: page.entries.map((webhook) => presentWebhook(webhook, caller.user)) };
}

/** The recent messages of a webhook of the caller, newest first, with what became of each. */
export async function listDeliveries(
  service: Service,
  caller: Caller,
  { webhookId, limit, marker }: WebhookPageRequest & { readonly webhookId: string },
): Promise<MarkerPage<WebhookDelivery>> {
  const key = service.settings.markerKey;
  const list = ['deliveries', webhookId];
  return service.store.read(async (reads) => {
    await requireWebhook(reads, caller, webhookId);
    const after = cursorId(readListMarker(key, list, marker));
    const rows = await reads.webhooks.listDeliveries(webhookId, { after, limit: limit + 1 });
    const page = pageByMarker(key, list, { rows, limit, cursorOf: ({ id }) => [id] });
    return { ...page, entries: page.entries.map(presentDelivery) };
  });
}

function cursorId(cursor: readonly (string | number)[] | null): string | null {
  return cursor === null ? null : String(cursor[0]);
}
