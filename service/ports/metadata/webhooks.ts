import type { DeliveryStatus, WebhookTrigger } from '../../../contract/resources/webhook.ts';

/** Somebody's wish to be told, at an address, of what happens to an item and below it. Times are in milliseconds since the epoch. */
export interface WebhookRecord {
  readonly id: string;
  readonly target: { readonly kind: 'file' | 'folder'; readonly id: string };
  /** The application that made it; empty when it was none. */
  readonly appId: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly address: string;
  readonly triggers: readonly WebhookTrigger[];
  /** When its target was gone for good. It is nobody's any more and stays until its last delivery has ended. */
  readonly removedAt: number | null;
}

/** A message of a webhook: written in the transaction of the change that it tells of, sent later. */
export interface DeliveryRecord {
  /** Rises in the order of the changes. */
  readonly id: string;
  readonly webhookId: string;
  readonly trigger: WebhookTrigger;
  readonly createdAt: number;
  /** What is sent, to the byte: JSON. */
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly tries: number;
  /** Null unless it waits. */
  readonly nextTryAt: number | null;
  readonly lastTryAt: number | null;
  /** HTTP status of the last answer; null when there was none. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

/** Whose webhooks: an application and a person. */
export interface WebhookCreator {
  readonly createdBy: string;
  readonly appId: string;
}

/** Questions about webhooks. Removed ones are found by `get` only. */
export interface WebhookReads {
  get(id: string): Promise<WebhookRecord | null>;
  getByTarget(targetId: string, creator: WebhookCreator): Promise<WebhookRecord | null>;
  count(creator: WebhookCreator): Promise<number>;
  /** Oldest first, behind an id. */
  list(creator: WebhookCreator, page: WebhookPage): Promise<readonly WebhookRecord[]>;
  /** All that wait for something on any of these items. One look into an index, which is all that most changes cost. */
  listOnTargets(targetIds: readonly string[]): Promise<readonly WebhookRecord[]>;
  /** Newest first, before an id. */
  listDeliveries(webhookId: string, page: WebhookPage): Promise<readonly DeliveryRecord[]>;
  /** How many deliveries are to be tried, now or later. */
  countWaiting(): Promise<number>;
  /** True when some webhook has a delivery to be tried by now and nobody at it. */
  hasDue(now: number): Promise<boolean>;
}

/** A page of a list, from where the last one ended. */
export interface WebhookPage {
  readonly after: string | null;
  readonly limit: number;
}

/** Changes to webhooks. */
export interface WebhookWrites extends WebhookReads {
  /** The creator must have none on the target; look before. */
  insert(webhook: WebhookRecord): Promise<void>;
  update(webhook: WebhookRecord): Promise<void>;
  /** Removes a webhook with all of its deliveries. */
  delete(id: string): Promise<void>;
  insertDelivery(delivery: DeliveryRecord): Promise<void>;
  updateDelivery(delivery: DeliveryRecord): Promise<void>;
  /** Takes up to `limit` webhooks with something due for one sender alone, until `leaseUntil`; the longest due first. */
  claim(lease: WebhookLease & { readonly now: number; readonly limit: number }): Promise<readonly WebhookRecord[]>;
  /** Holds a webhook for longer. False when it is not the holder's any more. */
  renew(webhookId: string, lease: WebhookLease): Promise<boolean>;
  /** The delivery that is longest due. */
  nextDelivery(webhookId: string, now: number): Promise<DeliveryRecord | null>;
  /** Lets a webhook go; its next delivery decides when it is due again. */
  release(webhookId: string, holder: string): Promise<void>;
  /** Removes deliveries that are older than this time, and removed webhooks that have none left. Tells how many deliveries. */
  deleteDeliveriesBefore(time: number, limit: number): Promise<number>;
}

/** One sender's hold on a webhook. A sender that died loses it when the time has come. */
export interface WebhookLease {
  readonly holder: string;
  readonly leaseUntil: number;
}
