import type { WebhookTrigger } from '../../../contract/resources/streams/webhook.ts';
import { createCollaboration } from '../../../service/domain/collaborations/create-collaboration.ts';
import type { Caller, Service } from '../../../service/domain/service.ts';
import { createWebhook } from '../../../service/domain/streams/webhooks/create-webhook.ts';
import {
  deliverWebhook,
  dueMoment,
  leaseMs,
} from '../../../service/domain/streams/webhooks/deliveries/deliver-webhook.ts';
import { listDeliveries } from '../../../service/domain/streams/webhooks/get-webhook.ts';
import { createFolder } from '../../../service/domain/tree/folders/create-folder.ts';
import type { HttpMessage } from '../../../service/ports/http-sender.ts';
import { openDomainWorld } from './domain-world.ts';

/** Ann owns the folders `outer` and `inner` in it, which Bob may edit. */
export async function openWebhookWorld() {
  const world = await openDomainWorld({ webhookAddresses: 'any' });
  const sent: HttpMessage[] = [];
  const ending = new AbortController();
  let endsWith = 0;
  const service: Service = {
    ...world.service,
    http: {
      ...world.service.http,
      post: async (message) => {
        sent.push(message);
        if (sent.length === endsWith) ending.abort();
        return { kind: 'answered', status: 200 };
      },
    },
  };
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const outer = await createFolder(service, ann, { parentId: '0', name: 'outer' });
  const inner = await createFolder(service, ann, { parentId: outer.id, name: 'inner' });
  const share = async (id: string) => {
    const item = { kind: 'folder' as const, id };
    return createCollaboration(service, ann, { item, invited: { login: 'bob' }, role: 'editor' });
  };
  return {
    world,
    service,
    ann,
    bob,
    outer,
    inner,
    sent,
    share,
    watch: (caller: Caller, id: string, trigger: WebhookTrigger) =>
      createWebhook(service, caller, {
        target: { kind: 'folder', id },
        address: 'http://127.0.0.1:1/told',
        triggers: [trigger],
      }),
    states: async (caller: Caller, webhookId: string) =>
      (await listDeliveries(service, caller, { webhookId, limit: 9 })).entries.map(({ status }) => status),
    /** Sends what is due; with `endsWith`, the sender is told to end while that message is answered. */
    deliver: async (webhookId: string, end = 0) => {
      endsWith = end;
      const now = service.clock.now();
      const claim = { holder: 'a', at: dueMoment(now), leaseUntil: now + leaseMs, limit: 9 };
      await service.store.transaction((tx) => tx.webhooks.claim(claim), 'apart');
      const signal = end > 0 ? ending.signal : new AbortController().signal;
      await deliverWebhook({ service, holder: 'a', signal, onGivenUp: () => undefined }, webhookId);
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
