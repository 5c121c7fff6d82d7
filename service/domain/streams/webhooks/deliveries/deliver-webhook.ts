import type { Sentence } from '../../../../../contract/resources/sentence.ts';
import { say } from '../../../../../contract/rules/say.ts';
import type { HttpOutcome } from '../../../../ports/http-sender.ts';
import type { DeliveryRecord, DueMoment, WebhookRecord } from '../../../../ports/metadata/streams/webhooks.ts';
import type { MetadataReads } from '../../../../ports/metadata-store.ts';
import type { Service } from '../../../service.ts';
import { activeCreator, mayCreatorRead, noAccess } from '../webhook-rules.ts';
import { deliveryHeaders } from './delivery-headers.ts';
import { givenUp } from './give-up.ts';
import { longestPauseMs, pauseAfter } from './retry-schedule.ts';
import { readSigningKeys, type SigningKeys } from './signature.ts';

/** Timeout for a receiver, in milliseconds. */
const answerMs = 30_000;

/** The caller of `deliverWebhook` renews the lease this often with `keepHold`, in milliseconds, since an attempt can take longer. */
export const renewEveryMs = 5000;

/**
 * The lease of a sender on a webhook. After a crash the messages wait for its end. A sender whose clock is ahead by no more than its
 * length less one renewal respects it ("Remaining limits" in docs/scaling.md).
 */
export const leaseMs = 30_000;

/** How far the clock of a sender may be behind before a lease looks as if the clock had been set back since. */
const skewMs = 120_000;

/** What is due at a time. */
export function dueMoment(now: number): DueMoment {
  return { now, latestLease: now + leaseMs + skewMs, latestTry: now + longestPauseMs };
}

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
 * does not delay the others. A receiver that doesn't respond gives its place to the webhooks that are due.
 */
export async function deliverWebhook(sender: Sender, webhookId: string): Promise<void> {
  const { service, holder, signal } = sender;
  while (!signal.aborted) {
    const next = await nextDue(sender, webhookId);
    if (next === null) break;
    const result = await attempt(sender, next);
    if (result !== null) await note(sender, next.delivery, result);
    if (result?.lastStatus === null) break;
  }
  await service.store.transaction((tx) => tx.webhooks.release(webhookId, holder, tx.now()), 'apart');
}

/** Renews the lease of an active sender. */
export async function keepHold(
  { service, holder }: Pick<Sender, 'service' | 'holder'>,
  webhookId: string,
): Promise<void> {
  const lease = { holder, leaseUntil: service.clock.now() + leaseMs };
  await service.store.transaction(async (tx) => tx.webhooks.renew(webhookId, lease), 'apart');
}

/** A delivery whose time has come. */
interface Due {
  readonly webhook: WebhookRecord;
  readonly delivery: DeliveryRecord & { readonly body: string };
  /** Null if the creator may not read it. */
  readonly keys: SigningKeys | null;
}

/**
 * Takes the next delivery, without a lock: all that decides on it comes from one state of the service. Null if there is none, or the
 * lease is lost.
 */
async function nextDue({ service, holder }: Sender, webhookId: string): Promise<Due | null> {
  const now = service.clock.now();
  return service.store.read(async (reads) => {
    const webhook = await reads.webhooks.get(webhookId);
    if (!webhook || !(await reads.webhooks.isHeldBy(webhookId, holder))) return null;
    const delivery = await reads.webhooks.nextDelivery(webhookId, dueMoment(now));
    if (delivery === null) return null;
    const isReadable = await isStillReadable(reads, webhook, delivery, now);
    return { webhook, delivery, keys: isReadable ? await readSigningKeys(reads) : null };
  });
}

/** What a webhook without a target still sends was readable when its target went (`endWebhooksOn`). */
async function isStillReadable(
  reads: MetadataReads,
  webhook: WebhookRecord,
  { trigger }: DeliveryRecord,
  now: number,
): Promise<boolean> {
  if (webhook.removedAt === null) return mayCreatorRead(reads, webhook, trigger, now);
  return (await activeCreator(reads, webhook)) !== null;
}

/** The fields of a delivery that an attempt changes. */
type Result = Partial<DeliveryRecord>;

/** Null for an attempt that the sender ended, which does not count. */
async function attempt(sender: Sender, { webhook, delivery, keys }: Due): Promise<Result | null> {
  if (keys === null) return { ...givenUp, lastError: noAccess };
  const { service, signal } = sender;
  const { body } = delivery;
  const timestamp = new Date(service.clock.now()).toISOString();
  const headers = deliveryHeaders({ id: service.ids.hex(16), timestamp, body }, keys, service.settings.vendorHeaders);
  const outcome = await service.http.post({ address: webhook.address, headers, body, timeoutMs: answerMs, signal });
  return outcome.kind === 'ended' ? null : resultOf(service, delivery.tries + 1, outcome);
}

type Outcome = Exclude<HttpOutcome, { kind: 'ended' }>;

function resultOf({ clock, ids }: Service, tries: number, outcome: Outcome): Result {
  const now = clock.now();
  const lastError = faultOf(outcome);
  const tried = { tries, lastTryAt: now, lastStatus: outcome.kind === 'answered' ? outcome.status : null, lastError };
  if (lastError === null) return { ...tried, status: 'delivered', nextTryAt: null };
  const pauseMs = pauseAfter(tries, Number.parseInt(ids.hex(4), 16) / 2 ** 32);
  return pauseMs === null ? { ...tried, ...givenUp } : { ...tried, nextTryAt: now + pauseMs };
}

/** Changes nothing if meanwhile it was given up with its target, or another sender tried it after our lease had expired. */
async function note({ service, onGivenUp }: Sender, delivery: DeliveryRecord, result: Result): Promise<void> {
  const isNoted = await service.store.transaction(
    (tx) => tx.webhooks.updateDelivery({ ...delivery, ...result }, delivery.tries),
    'apart',
  );
  if (isNoted && result.status === 'given_up') onGivenUp(delivery);
}

function faultOf(outcome: Outcome): readonly Sentence[] | null {
  if (outcome.kind === 'failed') return outcome.reason;
  const { status } = outcome;
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return say`The receiver responded with ${status}. Redirects are not followed.`;
  return say`The receiver responded with ${status}.`;
}
