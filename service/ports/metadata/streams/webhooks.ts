import type { Sentence } from '../../../../contract/resources/sentence.ts';
import type { DeliveryStatus, WebhookTrigger } from '../../../../contract/resources/streams/webhook.ts';

/** A webhook: notifies a URL of events on an item and below it. Times are in milliseconds since the epoch. */
export interface WebhookRecord {
  readonly id: string;
  readonly target: { readonly kind: 'file' | 'folder'; readonly id: string };
  /** The application that created it; empty if none. */
  readonly appId: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly address: string;
  readonly triggers: readonly WebhookTrigger[];
  /** When its target was permanently deleted. It then has no owner, and stays until its last delivery has ended. */
  readonly removedAt: number | null;
}

/** A delivery of a webhook, written in the transaction of its change and sent later. */
export interface DeliveryRecord {
  /** Increases in the order of the changes. */
  readonly id: string;
  readonly webhookId: string;
  readonly trigger: WebhookTrigger;
  readonly createdAt: number;
  readonly status: DeliveryStatus;
  readonly tries: number;
  /** Null unless it is waiting. */
  readonly nextTryAt: number | null;
  readonly lastTryAt: number | null;
  /** HTTP status of the last response; null if there was none. */
  readonly lastStatus: number | null;
  /** The failure of the last attempt; null if there was none, or it succeeded. */
  readonly lastError: readonly Sentence[] | null;
}

/** What the webhooks of one person send about one event. It is stored once, while any of them waits. */
export interface NewMessage {
  /** The end of each body, which all deliveries have in common; null if none of them is to be sent. */
  readonly content: { readonly id: string; readonly createdBy: string; readonly body: string } | null;
  /** `head` is the start of the body of this delivery. */
  readonly deliveries: readonly (DeliveryRecord & { readonly head: string })[];
}

/** The creator of webhooks: an application and a user. */
export interface WebhookCreator {
  readonly createdBy: string;
  readonly appId: string;
}

/** Webhook queries. Only `get` returns removed ones. */
export interface WebhookReads {
  get(id: string): Promise<WebhookRecord | null>;
  getByTarget(targetId: string, creator: WebhookCreator): Promise<WebhookRecord | null>;
  count(creator: WebhookCreator): Promise<number>;
  /** Oldest first, after an id. */
  list(creator: WebhookCreator, page: WebhookPage): Promise<readonly WebhookRecord[]>;
  /** All webhooks on any of these items. One index lookup, which is all that most changes cost. */
  listOnTargets(targetIds: readonly string[]): Promise<readonly WebhookRecord[]>;
  /**
   * All webhooks below a folder, without those of items that were trashed themselves. Each webhook of the service is followed up to the
   * root: webhooks are few compared to items.
   */
  listBelow(folderId: string): Promise<readonly WebhookRecord[]>;
  /** Newest first, before an id. */
  listDeliveries(webhookId: string, page: WebhookPage): Promise<readonly DeliveryRecord[]>;
  /** The number of pending deliveries. */
  countWaiting(): Promise<number>;
  /** True if a webhook has a delivery that is due and no sender. Creators whose share is full don't count. */
  hasDue(at: DueMoment, shares?: WebhookShares): Promise<boolean>;
  /** True if this sender still has the lease of a webhook. */
  isHeldBy(webhookId: string, holder: string): Promise<boolean>;
  /** The bytes that wait to be sent for the webhooks of this person. */
  waitingBytes(createdBy: string): Promise<number>;
  /** True if at least this many deliveries of the webhook are pending. */
  hasWaiting(webhookId: string, deliveries: number): Promise<boolean>;
  /** The delivery that has been due longest, with the exact bytes to send: JSON. */
  nextDelivery(webhookId: string, at: DueMoment): Promise<(DeliveryRecord & { readonly body: string }) | null>;
  /** The triggers of the pending deliveries of a webhook, due or not, each once. */
  waitingTriggers(webhookId: string): Promise<readonly WebhookTrigger[]>;
}

/**
 * A moment, and the latest times that a sender sets at it. Later ones come from a clock that was set back since: such a lease has expired,
 * and such a delivery is due.
 */
export interface DueMoment {
  readonly now: number;
  readonly latestLease: number;
  readonly latestTry: number;
}

/** A page of a list, after the previous one. */
export interface WebhookPage {
  readonly after: string | null;
  readonly limit: number;
}

/** Changes to webhooks. */
export interface WebhookWrites extends WebhookReads {
  /** The creator must have none on the target; check first. */
  insert(webhook: WebhookRecord): Promise<void>;
  update(webhook: WebhookRecord): Promise<void>;
  /** Deletes a webhook and all of its deliveries. */
  delete(id: string): Promise<void>;
  /** The same for all webhooks that a user created, by whatever application. */
  deleteOfUser(createdBy: string): Promise<void>;
  insertMessage(message: NewMessage): Promise<void>;
  /**
   * Changes a delivery that waits and has had this many attempts. False if another transaction was faster. One that has ended keeps no body,
   * and the last one of its message deletes the content.
   */
  updateDelivery(delivery: DeliveryRecord, tries: number): Promise<boolean>;
  /** Gives up all pending deliveries of a webhook, or those of these triggers, in as many statements however many they are. */
  giveUpWaiting(
    webhookId: string,
    triggers: readonly WebhookTrigger[] | 'all',
    reason: readonly Sentence[],
  ): Promise<void>;
  /** Leases up to `limit` webhooks with due deliveries to one sender until `leaseUntil`, longest due first. */
  claim(
    lease: WebhookLease & { readonly at: DueMoment; readonly limit: number; readonly shares?: WebhookShares },
  ): Promise<readonly WebhookRecord[]>;
  /** Renews a lease. False if the holder has lost it. */
  renew(webhookId: string, lease: WebhookLease): Promise<boolean>;
  /** Releases a webhook. It is due again with its next delivery, after those that are due at this time. */
  release(webhookId: string, holder: string, now: number): Promise<void>;
  /**
   * Deletes deliveries older than this time, their contents unless another delivery waits, and removed webhooks that have none left. Returns
   * how many deliveries.
   */
  deleteDeliveriesBefore(time: number, limit: number): Promise<number>;
}

/** How many webhooks a sender holds of one creator at most, and how many it holds now, by creator. */
export interface WebhookShares {
  readonly perCreator: number;
  readonly held: ReadonlyMap<string, number>;
}

/** One sender's lease on a webhook, which expires if the sender dies. */
export interface WebhookLease {
  readonly holder: string;
  readonly leaseUntil: number;
}
