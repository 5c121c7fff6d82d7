import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { bodyId } from '../../request-fields.ts';
import {
  fullWebhook,
  webhookDeliveriesByMarker,
  webhooksByMarker,
  webhookTriggers,
} from '../../resources/streams/webhook.ts';
import { limits } from '../../rules/limits.ts';
import { markerQuery, pathId } from '../parameters.ts';

const params = z.object({ webhook_id: pathId });
const scope = ['manage_webhook'] as const;
const settingErrors = ['invalid_parameter', 'not_found', 'trashed', 'conflict'] as const;

const target = z.object({ id: bodyId, type: z.enum(['file', 'folder']) });
const address = z
  .string()
  .max(limits.webhookAddressLength, `may have at most ${limits.webhookAddressLength} characters`);

const triggers = z.array(z.enum(webhookTriggers)).min(1, 'must name at least one event');

export const createWebhook = operation({
  name: 'createWebhook',
  summary:
    'Creates a webhook for a file, or for a folder and everything below it. SIGN_REQUEST.* are accepted but never sent: this service has no signing. WEBHOOK.DELETED is sent once the target is permanently deleted, chosen or not.',
  method: 'POST',
  path: '/webhooks',
  body: json(z.object({ target, address, triggers })),
  answers: { 201: { kind: 'json', schema: fullWebhook } },
  errors: [...settingErrors, 'operation_limit_exceeded'],
  scope,
});

export const listWebhooks = operation({
  name: 'listWebhooks',
  summary: 'Lists the webhooks that the caller made with this application.',
  method: 'GET',
  path: '/webhooks',
  query: markerQuery,
  answers: { 200: { kind: 'json', schema: webhooksByMarker } },
  errors: ['invalid_limit', 'invalid_parameter'],
  scope,
});

export const getWebhook = operation({
  name: 'getWebhook',
  summary: 'Gets a webhook.',
  method: 'GET',
  path: '/webhooks/{webhook_id}',
  params,
  answers: { 200: { kind: 'json', schema: fullWebhook } },
  errors: ['not_found'],
  scope,
});

export const updateWebhook = operation({
  name: 'updateWebhook',
  summary: 'Changes the URL, the triggers or the target of a webhook.',
  method: 'PUT',
  path: '/webhooks/{webhook_id}',
  params,
  body: json(z.object({ target: target.optional(), address: address.optional(), triggers: triggers.optional() })),
  answers: { 200: { kind: 'json', schema: fullWebhook } },
  errors: settingErrors,
  scope,
});

export const deleteWebhook = operation({
  name: 'deleteWebhook',
  summary: 'Deletes a webhook and drops its pending deliveries.',
  method: 'DELETE',
  path: '/webhooks/{webhook_id}',
  params,
  answers: { 204: empty },
  errors: ['not_found'],
  scope,
});

export const listWebhookDeliveries = operation({
  name: 'listWebhookDeliveries',
  summary: 'Lists the recent messages of a webhook, newest first, with what became of each.',
  method: 'GET',
  path: '/webhooks/{webhook_id}/deliveries',
  params,
  query: markerQuery,
  answers: { 200: { kind: 'json', schema: webhookDeliveriesByMarker } },
  errors: ['not_found', 'invalid_limit', 'invalid_parameter'],
  scope,
});
