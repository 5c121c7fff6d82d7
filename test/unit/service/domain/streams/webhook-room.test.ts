import { expect, it } from 'vitest';
import { limits } from '../../../../../contract/rules/limits.ts';
import type { Caller } from '../../../../../service/domain/service.ts';
import { listDeliveries } from '../../../../../service/domain/streams/webhooks/get-webhook.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { putFile } from '../../../../support/service/domain-world.ts';
import { openWebhookWorld } from '../../../../support/service/webhook-world.ts';

/** Nested folders below one that Ann owns, each with a webhook. Returns the innermost folder and the webhooks. */
async function nest(t: Awaited<ReturnType<typeof openWebhookWorld>>, depth: number) {
  let parentId = t.inner.id;
  const webhooks: string[] = [];
  for (let level = 0; level < depth; level += 1) {
    parentId = (await createFolder(t.service, t.ann, { parentId, name: 'nested '.repeat(20) })).id;
    webhooks.push((await t.watch(t.ann, parentId, 'FILE.UPLOADED')).id);
  }
  return { folderId: parentId, webhooks };
}

const waiting = (t: Awaited<ReturnType<typeof openWebhookWorld>>, { user }: Caller) =>
  t.service.store.read(({ webhooks }) => webhooks.waitingBytes(user.id));

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

it('a message beyond the limit of a person is given up at once and says so; the messages of others are sent', async () => {
  await using t = await openWebhookWorld();
  await t.share(t.inner.id);
  const { id: anns } = await t.watch(t.ann, t.inner.id, 'FILE.UPLOADED');
  const { id: bobs } = await t.watch(t.bob, t.inner.id, 'FILE.UPLOADED');
  await putFile(t.service, t.ann, t.inner.id, 'before');
  const body = 'x'.repeat(limits.webhookBytesWaiting);
  await t.service.store.transaction(async (tx) =>
    tx.webhooks.insertMessage({
      content: { id: await tx.allocateId(), createdBy: t.ann.user.id, body },
      deliveries: [],
    }),
  );
  await putFile(t.service, t.ann, t.inner.id, 'beyond');
  expect([await t.states(t.ann, anns), await t.states(t.bob, bobs)]).toEqual([
    ['given_up', 'waiting'],
    ['waiting', 'waiting'],
  ]);
  expect((await listDeliveries(t.service, t.ann, { webhookId: anns, limit: 1 })).entries).toMatchObject([
    { tries: 0, last_error: expect.stringContaining('64 MB') },
  ]);
});
