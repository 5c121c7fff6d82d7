import type { Service } from '../domain/service.ts';
import { outboxSignal } from '../domain/streams/webhooks/deliveries/add-to-outbox.ts';
import {
  deliverWebhook,
  dueMoment,
  keepHold,
  leaseMs,
  renewEveryMs,
  type Sender,
} from '../domain/streams/webhooks/deliveries/deliver-webhook.ts';
import type { WebhookRecord, WebhookShares } from '../ports/metadata/streams/webhooks.ts';
import type { JobLog, RunningJobs } from './start-jobs.ts';

/** Webhooks that this process delivers concurrently, which is also how many slow receivers it tolerates before others wait. */
const webhooksAtOnce = 200;

/** How many of them may be webhooks of one person, so that their receivers do not occupy all. */
const webhooksPerCreator = 20;

/** How often to poll the outbox for retries that are due, in milliseconds. */
const lookEveryMs = 500;

/**
 * Delivers the outbox, immediately after each change and each webhook independently, so that a slow receiver does not delay others.
 * Any number of processes may do so; a lease gives each webhook to one of them at a time.
 */
export function startDeliveries(service: Service, log: JobLog): RunningJobs {
  const ending = new AbortController();
  const sender: Sender = {
    service,
    holder: service.ids.hex(8),
    signal: ending.signal,
    onGivenUp: ({ id, webhookId, trigger }) =>
      log.info({ delivery: id, webhook: webhookId, trigger }, 'webhook delivery given up'),
  };
  const running = new Map<string, { readonly createdBy: string; readonly work: Promise<void> }>();
  const fail = (webhookId: string) => (error: unknown) =>
    log.error({ error, webhook: webhookId }, 'webhook deliveries failed');
  const begin = ({ id: webhookId, createdBy }: WebhookRecord) => {
    const holding = setInterval(() => void keepHold(sender, webhookId).catch(fail(webhookId)), renewEveryMs);
    const work = deliverWebhook(sender, webhookId)
      .catch(fail(webhookId))
      .finally(() => {
        clearInterval(holding);
        running.delete(webhookId);
      });
    running.set(webhookId, { createdBy, work });
  };
  const loop = untilEnded(service, ending.signal, async () => {
    try {
      const byCreator = Map.groupBy(running.values(), ({ createdBy }) => createdBy);
      const held = new Map([...byCreator].map(([createdBy, { length }]) => [createdBy, length]));
      const shares = { perCreator: webhooksPerCreator, held };
      for (const webhook of await claimDue(sender, webhooksAtOnce - running.size, shares)) {
        // A clock that was set forward can make our own lease look expired.
        if (!running.has(webhook.id)) begin(webhook);
      }
    } catch (error) {
      log.error({ error }, 'the webhook outbox cannot be read');
    }
  });
  return {
    stop: async () => {
      ending.abort();
      await loop;
      await Promise.all([...running.values()].map(({ work }) => work));
    },
  };
}

async function claimDue(
  { service, holder }: Sender,
  limit: number,
  shares: WebhookShares,
): Promise<readonly WebhookRecord[]> {
  const at = dueMoment(service.clock.now());
  if (limit <= 0 || !(await service.store.read(({ webhooks }) => webhooks.hasDue(at, shares)))) return [];
  const claim = { holder, at, leaseUntil: at.now + leaseMs, limit, shares };
  return service.store.transaction(({ webhooks }) => webhooks.claim(claim), 'apart');
}

/** Checks whenever the outbox may have grown. It subscribes before it checks, so that no change is missed. */
async function untilEnded(service: Service, ended: AbortSignal, look: () => Promise<void>): Promise<void> {
  while (!ended.aborted) {
    const subscription = await service.signal.subscribe(outboxSignal);
    await look();
    await untilWoken(subscription.changed, ended);
    subscription.close();
  }
}

/** Resolves when the outbox may have grown, after a timeout, or on shutdown. */
async function untilWoken(changed: Promise<void>, ended: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      ended.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, lookEveryMs).unref();
    ended.addEventListener('abort', finish);
    void changed.then(finish);
    if (ended.aborted) finish();
  });
}
