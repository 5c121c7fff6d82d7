import { z } from 'zod';
import { dateTime } from '../ids.ts';
import { markerPage } from '../paging.ts';
import { userMini } from '../people/user.ts';
import { sentence } from '../sentence.ts';

/**
 * The triggers of webhooks. `WEBHOOK.DELETED` is sent when the target of a webhook is permanently deleted, whether it was chosen or
 * not.
 */
export const webhookTriggers = [
  'FILE.UPLOADED',
  'FILE.PREVIEWED',
  'FILE.DOWNLOADED',
  'FILE.TRASHED',
  'FILE.DELETED',
  'FILE.RESTORED',
  'FILE.COPIED',
  'FILE.MOVED',
  'FILE.LOCKED',
  'FILE.UNLOCKED',
  'FILE.RENAMED',
  'COMMENT.CREATED',
  'COMMENT.UPDATED',
  'COMMENT.DELETED',
  'TASK_ASSIGNMENT.CREATED',
  'TASK_ASSIGNMENT.UPDATED',
  'METADATA_INSTANCE.CREATED',
  'METADATA_INSTANCE.UPDATED',
  'METADATA_INSTANCE.DELETED',
  'FOLDER.CREATED',
  'FOLDER.RENAMED',
  'FOLDER.DOWNLOADED',
  'FOLDER.RESTORED',
  'FOLDER.DELETED',
  'FOLDER.COPIED',
  'FOLDER.MOVED',
  'FOLDER.TRASHED',
  'WEBHOOK.DELETED',
  'COLLABORATION.CREATED',
  'COLLABORATION.ACCEPTED',
  'COLLABORATION.REJECTED',
  'COLLABORATION.REMOVED',
  'COLLABORATION.UPDATED',
  'SHARED_LINK.DELETED',
  'SHARED_LINK.CREATED',
  'SHARED_LINK.UPDATED',
  'SIGN_REQUEST.COMPLETED',
  'SIGN_REQUEST.DECLINED',
  'SIGN_REQUEST.EXPIRED',
  'SIGN_REQUEST.SIGNER_EMAIL_BOUNCED',
  'SIGN_REQUEST.SIGN_SIGNER_SIGNED',
  'SIGN_REQUEST.SIGN_DOCUMENT_CREATED',
  'SIGN_REQUEST.SIGN_ERROR_FINALIZING',
] as const;
export type WebhookTrigger = (typeof webhookTriggers)[number];

/** True for triggers that occur only in folders, so a webhook on a file cannot use them. */
export function isFolderTrigger(trigger: WebhookTrigger): boolean {
  return trigger === 'FILE.UPLOADED' || /^(?:FOLDER|COLLABORATION)\./.test(trigger);
}

const webhookTarget = z.object({ id: z.string(), type: z.enum(['file', 'folder']) });

/** Webhook. Lists show only `id`, `type` and `target`. */
export const fullWebhook = z.object({
  id: z.string(),
  type: z.literal('webhook'),
  target: webhookTarget,
  created_by: userMini,
  created_at: dateTime,
  address: z.string(),
  triggers: z.array(z.string()),
});
export type FullWebhook = z.output<typeof fullWebhook>;

const webhook = fullWebhook.partial().required({ id: true, type: true, target: true });
export const webhooksByMarker = markerPage(webhook);

/** `waiting` for its next attempt; `delivered`: answered with a status from 200 to 299; `given_up`: no further attempts. */
const deliveryStatus = z.enum(['waiting', 'delivered', 'given_up']);
export type DeliveryStatus = z.output<typeof deliveryStatus>;

/** A webhook delivery and its outcome; an addition of this service to the format. */
const webhookDelivery = z.object({
  id: z.string(),
  type: z.literal('webhook_delivery'),
  trigger: z.string(),
  created_at: dateTime,
  status: deliveryStatus,
  /** Number of attempts. */
  tries: z.int(),
  last_try_at: dateTime.nullable(),
  /** The HTTP status of the last response; null if there was none. */
  last_status: z.int().nullable(),
  /** The error of the last attempt; null if there was none, or it succeeded. */
  last_error: z.string().nullable(),
  /** `last_error`, for another language. */
  last_error_sentences: z.array(sentence).optional(),
  next_try_at: dateTime.nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

export const webhookDeliveriesByMarker = markerPage(webhookDelivery);
