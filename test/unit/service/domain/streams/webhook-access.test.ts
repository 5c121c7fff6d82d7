import { expect, it } from 'vitest';
import { deleteCollaboration } from '../../../../../service/domain/collaborations/delete-collaboration.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { purgeExpiredTrash } from '../../../../../service/domain/upkeep/purge-expired.ts';
import { putFile } from '../../../../support/service/domain-world.ts';
import { openWebhookWorld } from '../../../../support/service/webhook-world.ts';

it('a message written while its creator had access is not sent after that', async () => {
  await using t = await openWebhookWorld();
  const { id: collaborationId } = await t.share(t.outer.id);
  const { id } = await t.watch(t.bob, t.outer.id, 'FILE.UPLOADED');
  await putFile(t.service, t.ann, t.outer.id, 'f');
  await deleteCollaboration(t.service, t.ann, collaborationId);
  await t.deliver(id);
  expect([t.sent, await t.states(t.bob, id)]).toEqual([[], ['given_up']]);
});

it('access to something below its target is not enough for a webhook', async () => {
  await using t = await openWebhookWorld();
  const { id: collaborationId } = await t.share(t.outer.id);
  await t.share(t.inner.id);
  const { id } = await t.watch(t.bob, t.outer.id, 'FILE.UPLOADED');
  await putFile(t.service, t.ann, t.inner.id, 'seen');
  await deleteCollaboration(t.service, t.ann, collaborationId);
  await putFile(t.service, t.ann, t.inner.id, 'seen by itself, but not through the target');
  expect(await t.states(t.bob, id)).toHaveLength(1);
});

it('an answer that comes while the sender ends counts: the next sender sends it no second time', async () => {
  await using t = await openWebhookWorld();
  const { id } = await t.watch(t.ann, t.outer.id, 'FILE.UPLOADED');
  await putFile(t.service, t.ann, t.outer.id, 'f');
  await t.deliver(id, 1);
  expect([t.sent.length, await t.states(t.ann, id)]).toEqual([1, ['delivered']]);
  await t.deliver(id);
  expect(t.sent).toHaveLength(1);
});

it('a permanent deletion by the job names the person who moved the item to the trash', async () => {
  await using t = await openWebhookWorld();
  await t.share(t.outer.id);
  const { id: fileId } = await putFile(t.service, t.ann, t.outer.id, 'f');
  const { id } = await t.watch(t.ann, t.outer.id, 'FILE.DELETED');
  await deleteFile(t.service, t.bob, { fileId });
  t.world.passTime(31 * 24 * 3_600_000);
  expect(await purgeExpiredTrash(t.service)).toBe(1);
  await t.deliver(id);
  expect(JSON.parse(t.sent[0]?.body ?? '{}')).toMatchObject({ trigger: 'FILE.DELETED', created_by: { login: 'bob' } });
});
