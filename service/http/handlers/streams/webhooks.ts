import { createWebhook } from '../../../domain/streams/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../../domain/streams/webhooks/delete-webhook.ts';
import { getWebhook, listDeliveries, listWebhooks } from '../../../domain/streams/webhooks/get-webhook.ts';
import { updateWebhook } from '../../../domain/streams/webhooks/update-webhook.ts';
import type { Handlers } from '../../handlers.ts';

/** Webhooks and their deliveries. */
export const webhookHandlers = {
  async createWebhook({ body }, { service, caller }) {
    const { target, address, triggers } = body;
    const settings = { target: { kind: target.type, id: target.id }, address, triggers };
    return { status: 201, body: await createWebhook(service, caller, settings) };
  },

  async listWebhooks({ query }, { service, caller }) {
    const page = await listWebhooks(service, caller, query);
    return {
      status: 200,
      body: { ...page, entries: page.entries.map(({ id, type, target }) => ({ id, type, target })) },
    };
  },

  async getWebhook({ params }, { service, caller }) {
    return { status: 200, body: await getWebhook(service, caller, params.webhook_id) };
  },

  async updateWebhook({ params, body }, { service, caller }) {
    const { target, address, triggers } = body;
    const webhook = await updateWebhook(service, caller, {
      webhookId: params.webhook_id,
      target: target && { kind: target.type, id: target.id },
      address,
      triggers,
    });
    return { status: 200, body: webhook };
  },

  async deleteWebhook({ params }, { service, caller }) {
    await deleteWebhook(service, caller, params.webhook_id);
    return { status: 204 };
  },

  async listWebhookDeliveries({ params, query }, { service, caller }) {
    const page = await listDeliveries(service, caller, { ...query, webhookId: params.webhook_id });
    return { status: 200, body: { ...page, entries: [...page.entries] } };
  },
} satisfies Partial<Handlers>;
