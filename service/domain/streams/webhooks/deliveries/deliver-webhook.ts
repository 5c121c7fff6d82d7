import type { Sentence } from '../../../../../contract/resources/sentence.ts';
import type { WebhookTrigger } from '../../../../../contract/resources/streams/webhook.ts';
import { say } from '../../../../../contract/rules/say.ts';
import type { HttpOutcome } from '../../../../ports/http-sender.ts';
import type { DeliveryRecord, WebhookRecord } from '../../../../ports/metadata/streams/webhooks.ts';
import type { MetadataReads, MetadataWrites } from '../../../../ports/metadata-store.ts';
import { accessTo } from '../../../access/item-access.ts';
import type { Service } from '../../../service.ts';
import { mayRead, readerOf } from '../webhook-rules.ts';
import { deliveryHeaders } from './delivery-headers.ts';
import { pauseAfter } from './retry-schedule.ts';
import { readSigningKeys, type SigningKeys } from './signature.ts';

/** Timeout for a receiver, in milliseconds (service-decisions B 4.9). */
const answerMs = 30_000;

/**
 * The lease of a sender on a webhook. The caller of `deliverWebhook` renews it more often with `keepHold`, since an attempt can
 * take longer.
 */
export const leaseMs = 15_000;

/** The sender. `signal` cancels the current attempt, which then does not count. */
export interface Sender {
  readonly service: Service;
  readonly holder: string;
  readonly signal: AbortSignal;
  /** Called for each delivery that is given up. */
  readonly onGivenUp: (delivery: DeliveryRecord) => void;
}

/**
 * Sends the due deliveries of one leased webhook in order, then releases the webhook. A failed delivery waits for its retry and
 * does not delay the others.
 */
export async function deliverWebhook(sender: Sender, webhookId: string): Promise<void> {
  const { service, holder, signal } = sender;
  let done: Tried | null = null;
  while (!signal.aborted) {
    const noted: Tried | null = done;
    done = null;
    const next: Due | null = await service.store.transaction(async (tx) => noteAndTake(sender, tx, webhookId, noted));
    if (next === null) break;
    const outcome = await send(sender, next);
    done = outcome.kind === 'ended' ? null : { delivery: next.delivery, outcome };
  }
  await service.store.transaction(async (tx) => {
    if (done !== null) await note(sender, tx, done);
    await tx.webhooks.release(webhookId, holder);
  });
}

/** Renews the lease of an active sender. */
export async function keepHold(
  { service, holder }: Pick<Sender, 'service' | 'holder'>,
  webhookId: string,
): Promise<void> {
  const lease = { holder, leaseUntil: service.clock.now() + leaseMs };
  await service.store.transaction(async (tx) => tx.webhooks.renew(webhookId, lease), 'apart');
}

/** A delivery and the outcome of an attempt. */
interface Tried {
  readonly delivery: DeliveryRecord;
  readonly outcome: Exclude<HttpOutcome, { kind: 'ended' }>;
}

/** A delivery to send. */
interface Due {
  readonly webhook: WebhookRecord;
  readonly delivery: DeliveryRecord;
  readonly keys: SigningKeys;
}

/** One transaction for both: records the last outcome, and takes the next delivery. Null if there is none, or the lease is lost. */
async function noteAndTake(
  sender: Sender,
  tx: MetadataWrites,
  webhookId: string,
  done: Tried | null,
): Promise<Due | null> {
  if (done !== null) await note(sender, tx, done);
  const { service, holder } = sender;
  const now = service.clock.now();
  const webhook = await tx.webhooks.get(webhookId);
  if (!webhook || !(await tx.webhooks.renew(webhookId, { holder, leaseUntil: now + leaseMs }))) return null;
  const creator = await creatorOf(tx, webhook, now);
  for (;;) {
    const delivery = await tx.webhooks.nextDelivery(webhookId, now);
    if (delivery === null) return null;
    if (webhook.removedAt !== null || (await creator?.mayRead(delivery.trigger))) {
      return { webhook, delivery, keys: await readSigningKeys(tx) };
    }
    const reason = say`The creator of the webhook no longer has access to this.`;
    await tx.webhooks.updateDelivery({ ...delivery, status: 'given_up', nextTryAt: null, lastError: reason });
  }
}

/**
 * The creator's current rights on the target, whatever they were when the delivery was written; null for none. A webhook whose
 * target was deleted has already sent its last message.
 */
async function creatorOf(reads: MetadataReads, { createdBy, target }: WebhookRecord, now: number) {
  const user = await reads.users.get(createdBy);
  const item = await reads.items.get(target.id);
  if (!user || user.status === 'inactive' || !item) return null;
  const ancestors = await reads.items.ancestors(item);
  const access = await accessTo(reads, { user }, item, ancestors);
  if (access === null) return null;
  const view = { item, ancestors, access };
  return { mayRead: (trigger: WebhookTrigger) => mayRead(reads, trigger, view, readerOf(user, now)) };
}

async function send({ service, signal }: Sender, { webhook, delivery, keys }: Due): Promise<HttpOutcome> {
  const { body } = delivery;
  const timestamp = new Date(service.clock.now()).toISOString();
  const headers = deliveryHeaders({ id: service.ids.hex(16), timestamp, body }, keys, service.settings.vendorHeaders);
  return service.http.post({ address: webhook.address, headers, body, timeoutMs: answerMs, signal });
}

async function note({ service, onGivenUp }: Sender, tx: MetadataWrites, { delivery, outcome }: Tried): Promise<void> {
  const current = await tx.webhooks.getDelivery(delivery.id);
  // During the attempt it was given up with its target, or another sender tried it after our lease had expired.
  if (current?.status !== 'waiting' || current.tries !== delivery.tries) return;
  const now = service.clock.now();
  const lastStatus = outcome.kind === 'answered' ? outcome.status : null;
  const tried = { ...delivery, tries: delivery.tries + 1, lastTryAt: now, lastStatus };
  const lastError = faultOf(outcome);
  if (lastError === null) {
    return tx.webhooks.updateDelivery({ ...tried, status: 'delivered', nextTryAt: null, lastError });
  }
  const pauseMs = pauseAfter(tried.tries, Number.parseInt(service.ids.hex(4), 16) / 2 ** 32);
  if (pauseMs !== null) return tx.webhooks.updateDelivery({ ...tried, nextTryAt: now + pauseMs, lastError });
  await tx.webhooks.updateDelivery({ ...tried, status: 'given_up', nextTryAt: null, lastError });
  onGivenUp(delivery);
}

function faultOf(outcome: Tried['outcome']): readonly Sentence[] | null {
  if (outcome.kind === 'failed') return outcome.reason;
  const { status } = outcome;
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return say`The receiver responded with ${status}. Redirects are not followed.`;
  return say`The receiver responded with ${status}.`;
}
