import { expect, it } from 'vitest';
import { limits } from '../../../../../contract/rules/limits.ts';
import type { Caller } from '../../../../../service/domain/service.ts';
import { listDeliveries } from '../../../../../service/domain/streams/webhooks/get-webhook.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import type { DeliveryRecord } from '../../../../../service/ports/metadata/streams/webhooks.ts';
import { putFile } from '../../../../support/service/domain-world.ts';
import { openWebhookWorld } from '../../../../support/service/webhook-world.ts';

type World = Awaited<ReturnType<typeof openWebhookWorld>>;

/** Nested folders below one that Ann owns, each with a webhook. Returns the innermost folder and the webhooks. */
async function nest(t: World, depth: number) {
  let parentId = t.inner.id;
  const webhooks: string[] = [];
  for (let level = 0; level < depth; level += 1) {
    parentId = (await createFolder(t.service, t.ann, { parentId, name: 'nested '.repeat(20) })).id;
    webhooks.push((await t.watch(t.ann, parentId, 'FILE.UPLOADED')).id);
  }
  return { folderId: parentId, webhooks };
}

const waiting = (t: World, { user }: Caller) => t.service.store.read(({ webhooks }) => webhooks.waitingBytes(user.id));

it('a change that many webhooks of a person report is stored once, and no longer once it is sent', async () => {
  await using t = await openWebhookWorld();
  const { folderId, webhooks } = await nest(t, 20);
  await putFile(t.service, t.ann, folderId, 'f');
  const stored = await waiting(t, t.ann);
  for (const id of webhooks) await t.deliver(id);
  expect(t.sent).toHaveLength(20);
  const bodies: { id: string; webhook: { id: string }; source: unknown }[] = t.sent.map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ webhook }) => webhook.id).toSorted()).toEqual(webhooks.toSorted());
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(20);
  expect(new Set(bodies.map(({ source }) => JSON.stringify(source))).size).toBe(1);
  expect(stored).toBeLessThan(3 * (t.sent[0]?.body.length ?? 0));
  expect(await waiting(t, t.ann)).toBe(0);
});

/** Makes the messages of a webhook fill the room of its creator. */
async function fillRoom({ service, ann }: World, webhookId: string, messages: number): Promise<void> {
  const createdAt = service.clock.now();
  await service.store.transaction(async (tx) => {
    const deliveries: (DeliveryRecord & { readonly head: string })[] = [];
    for (let count = 0; count < messages; count += 1) {
      deliveries.push({
        id: await tx.allocateId(),
        webhookId,
        trigger: 'FILE.UPLOADED',
        createdAt,
        status: 'waiting',
        tries: 0,
        nextTryAt: createdAt,
        lastTryAt: null,
        lastStatus: null,
        lastError: null,
        head: '',
      });
    }
    const body = 'x'.repeat(limits.webhookBytesWaiting);
    await tx.webhooks.insertMessage({
      content: { id: await tx.allocateId(), createdBy: ann.user.id, body },
      deliveries,
    });
  });
}

it('beyond the limit of a person, only the receiver that is behind gets no more messages', async () => {
  await using t = await openWebhookWorld();
  await t.share(t.inner.id);
  const { id: dead } = await t.watch(t.ann, t.inner.id, 'FILE.UPLOADED');
  const { id: healthy } = await t.watch(t.ann, t.outer.id, 'FILE.UPLOADED');
  const { id: bobs } = await t.watch(t.bob, t.inner.id, 'FILE.UPLOADED');
  await fillRoom(t, dead, limits.webhookMessagesReserved / 2);
  await putFile(t.service, t.ann, t.inner.id, 'f');
  await t.deliver(healthy);
  await t.deliver(bobs);
  expect(t.sent.map(({ body }) => JSON.parse(body))).toMatchObject([
    { webhook: { id: healthy }, source: { name: 'f' } },
    { webhook: { id: bobs }, source: { name: 'f' } },
  ]);
  expect((await listDeliveries(t.service, t.ann, { webhookId: dead, limit: 1 })).entries).toMatchObject([
    { status: 'given_up', tries: 0, last_error: expect.stringContaining('64 MB') },
  ]);
});

it('beyond the limit of a person, each webhook still takes its share of the reserve', async () => {
  await using t = await openWebhookWorld();
  const { id } = await t.watch(t.ann, t.inner.id, 'FILE.UPLOADED');
  await t.watch(t.ann, t.outer.id, 'FILE.DELETED');
  await fillRoom(t, id, limits.webhookMessagesReserved / 2 - 1);
  for (const name of ['within', 'beyond']) await putFile(t.service, t.ann, t.inner.id, name);
  expect((await t.states(t.ann, id)).slice(0, 2)).toEqual(['given_up', 'waiting']);
});
