import { expect, it } from 'vitest';
import type { WebhookTrigger } from '../../../../../contract/resources/streams/webhook.ts';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../../../service/domain/collaborations/delete-collaboration.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { createWebhook } from '../../../../../service/domain/streams/webhooks/create-webhook.ts';
import { deliverWebhook } from '../../../../../service/domain/streams/webhooks/deliveries/deliver-webhook.ts';
import { listDeliveries } from '../../../../../service/domain/streams/webhooks/get-webhook.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { purgeExpiredTrash } from '../../../../../service/domain/upkeep/purge-expired.ts';
import type { HttpMessage } from '../../../../../service/ports/http-sender.ts';
import { openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

/** Ann owns the folders `outer` and `inner` in it, which Bob may edit. */
async function openWorld() {
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
      await service.store.transaction((tx) =>
        tx.webhooks.claim({ holder: 'a', now, leaseUntil: now + 60_000, limit: 9 }),
      );
      const signal = end > 0 ? ending.signal : new AbortController().signal;
      await deliverWebhook({ service, holder: 'a', signal, onGivenUp: () => undefined }, webhookId);
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

it('what was written while its creator had access is not sent any later', async () => {
  await using t = await openWorld();
  const { id: collaborationId } = await t.share(t.outer.id);
  const { id } = await t.watch(t.bob, t.outer.id, 'FILE.UPLOADED');
  await putFile(t.service, t.ann, t.outer.id, 'f');
  await deleteCollaboration(t.service, t.ann, collaborationId);
  await t.deliver(id);
  expect([t.sent, await t.states(t.bob, id)]).toEqual([[], ['given_up']]);
});

it('access to something below its target is not enough for a webhook', async () => {
  await using t = await openWorld();
  const { id: collaborationId } = await t.share(t.outer.id);
  await t.share(t.inner.id);
  const { id } = await t.watch(t.bob, t.outer.id, 'FILE.UPLOADED');
  await putFile(t.service, t.ann, t.inner.id, 'seen');
  await deleteCollaboration(t.service, t.ann, collaborationId);
  await putFile(t.service, t.ann, t.inner.id, 'seen by itself, but not through the target');
  expect(await t.states(t.bob, id)).toHaveLength(1);
});

it('an answer that comes while the sender ends counts: the next sender sends it no second time', async () => {
  await using t = await openWorld();
  const { id } = await t.watch(t.ann, t.outer.id, 'FILE.UPLOADED');
  await putFile(t.service, t.ann, t.outer.id, 'f');
  await t.deliver(id, 1);
  expect([t.sent.length, await t.states(t.ann, id)]).toEqual([1, ['delivered']]);
  await t.deliver(id);
  expect(t.sent).toHaveLength(1);
});

it('a permanent deletion by the job names the person who moved the item to the trash', async () => {
  await using t = await openWorld();
  await t.share(t.outer.id);
  const { id: fileId } = await putFile(t.service, t.ann, t.outer.id, 'f');
  const { id } = await t.watch(t.ann, t.outer.id, 'FILE.DELETED');
  await deleteFile(t.service, t.bob, { fileId });
  t.world.passTime(31 * 24 * 3_600_000);
  expect(await purgeExpiredTrash(t.service)).toBe(1);
  await t.deliver(id);
  expect(JSON.parse(t.sent[0]?.body ?? '{}')).toMatchObject({ trigger: 'FILE.DELETED', created_by: { login: 'bob' } });
});
