import type { Service } from '../domain/service.ts';
import { deliverWebhook, keepHold, leaseMs, type Sender } from '../domain/webhooks/deliver-webhook.ts';
import { outboxSignal } from '../domain/webhooks/new-delivery.ts';
import type { JobLog, RunningJobs } from './start-jobs.ts';

/** Webhooks that this process sends for at a time: so many slow receivers can there be before others wait. */
const webhooksAtOnce = 200;

/** How often the outbox is looked at when nobody says that something is in it, in milliseconds: tries that are due again. */
const lookEveryMs = 500;

/**
 * Sends what is in the outbox, at once when a change puts something in, and each webhook on its own: one slow receiver holds up
 * no other. Any number of processes may do so; a webhook is sent for by one of them at a time.
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
  const running = new Map<string, Promise<void>>();
  const fail = (webhookId: string) => (error: unknown) =>
    log.error({ error, webhook: webhookId }, 'webhook deliveries failed');
  const begin = (webhookId: string) => {
    const holding = setInterval(() => void keepHold(sender, webhookId).catch(fail(webhookId)), leaseMs / 3);
    const work = deliverWebhook(sender, webhookId)
      .catch(fail(webhookId))
      .finally(() => {
        clearInterval(holding);
        running.delete(webhookId);
      });
    running.set(webhookId, work);
  };
  const loop = untilEnded(service, ending.signal, async () => {
    try {
      for (const id of await claimDue(sender, webhooksAtOnce - running.size)) {
        // A clock that was set forward lets a hold of our own look like one that ended.
        if (!running.has(id)) begin(id);
      }
    } catch (error) {
      log.error({ error }, 'the webhook outbox cannot be read');
    }
  });
  return {
    stop: async () => {
      ending.abort();
      await loop;
      await Promise.all(running.values());
    },
  };
}

async function claimDue({ service, holder }: Sender, limit: number): Promise<readonly string[]> {
  const now = service.clock.now();
  if (limit <= 0 || !(await service.store.read(({ webhooks }) => webhooks.hasDue(now)))) return [];
  const claim = { holder, now, leaseUntil: now + leaseMs, limit };
  return (await service.store.transaction(({ webhooks }) => webhooks.claim(claim))).map(({ id }) => id);
}

/** Looks again whenever the outbox may have grown. It subscribes before it looks: nothing falls between. */
async function untilEnded(service: Service, ended: AbortSignal, look: () => Promise<void>): Promise<void> {
  while (!ended.aborted) {
    const subscription = service.signal.subscribe(outboxSignal);
    await look();
    await untilWoken(subscription.changed, ended);
    subscription.close();
  }
}

/** Resolves when the outbox may have grown, after a while anyhow, and when all is to end. */
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
