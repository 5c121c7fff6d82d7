import { describe, expect, it } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../../../service/domain/collaborations/delete-collaboration.ts';
import { createRetentionAssignment } from '../../../../../service/domain/governance/retention/assignments/create-assignment.ts';
import { createRetentionPolicy } from '../../../../../service/domain/governance/retention/policies/create-policy.ts';
import { deleteUser } from '../../../../../service/domain/people/users/delete-user.ts';
import { setUser } from '../../../../../service/domain/people/users/set-user.ts';
import { callerFor } from '../../../../../service/domain/service.ts';
import { updateWebhook } from '../../../../../service/domain/streams/webhooks/update-webhook.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { uploadFiles } from '../../../../../service/domain/tree/files/upload-files.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { finishPurges } from '../../../../../service/domain/tree/trash/finish-purges.ts';
import { purgeFile, purgeFolder } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { disposeOfExpired } from '../../../../../service/domain/upkeep/dispose.ts';
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

it('a message about a former target is not sent after the webhook got another one', async () => {
  await using t = await openWebhookWorld();
  const { id: collaborationId } = await t.share(t.outer.id);
  const { id: webhookId } = await t.watch(t.bob, t.outer.id, 'FILE.UPLOADED');
  await putFile(t.service, t.ann, t.outer.id, 'f');
  await deleteCollaboration(t.service, t.ann, collaborationId);
  const own = await createFolder(t.service, t.bob, { parentId: '0', name: 'own' });
  const address = 'http://127.0.0.1:1/elsewhere';
  await updateWebhook(t.service, t.bob, { webhookId, address, target: { kind: 'folder', id: own.id } });
  await t.deliver(webhookId);
  expect([t.sent, await t.states(t.bob, webhookId)]).toEqual([[], ['given_up']]);
  await putFile(t.service, t.bob, own.id, 'g');
  await updateWebhook(t.service, t.bob, { webhookId, address, target: { kind: 'folder', id: own.id } });
  await t.deliver(webhookId);
  expect(t.sent.map(({ body }) => JSON.parse(body).source.name)).toEqual(['g']);
});

it('the webhooks of a deleted account are gone with it, whether or not their targets stay', async () => {
  await using t = await openWebhookWorld();
  await t.share(t.outer.id);
  await t.watch(t.bob, t.outer.id, 'FILE.UPLOADED');
  await t.watch(t.ann, t.outer.id, 'FILE.UPLOADED');
  await deleteUser(t.service, t.ann, { userId: t.bob.user.id, force: false });
  const left = await t.service.store.read(({ webhooks }) => webhooks.listOnTargets([t.outer.id]));
  expect(left.map(({ createdBy }) => createdBy)).toEqual([t.ann.user.id]);
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

it('a permanent deletion from the trash names the person who did it, not the one who moved the item there', async () => {
  await using t = await openWebhookWorld();
  await t.share(t.outer.id);
  const { id: fileId } = await putFile(t.service, t.ann, t.outer.id, 'f');
  const { id } = await t.watch(t.ann, t.outer.id, 'FILE.DELETED');
  await deleteFile(t.service, t.bob, { fileId });
  await purgeFile(t.service, t.ann, fileId);
  await t.deliver(id);
  expect(t.sent.map(({ body }) => JSON.parse(body))).toMatchObject([
    { trigger: 'FILE.DELETED', created_by: { login: 'ann' } },
  ]);
});

it('a permanent deletion is told although the person who moved the item to the trash has no account any more', async () => {
  await using t = await openWebhookWorld();
  await t.share(t.outer.id);
  const { id: fileId } = await putFile(t.service, t.ann, t.outer.id, 'f');
  const { id } = await t.watch(t.ann, t.outer.id, 'FILE.DELETED');
  await deleteFile(t.service, t.bob, { fileId });
  await deleteUser(t.service, t.ann, { userId: t.bob.user.id, force: false });
  t.world.passTime(31 * 24 * 3_600_000);
  await purgeExpiredTrash(t.service);
  await t.deliver(id);
  expect(t.sent.map(({ body }) => JSON.parse(body))).toMatchObject([
    { trigger: 'FILE.DELETED', created_by: { login: 'bob' } },
  ]);
});

it('a permanent deletion at the end of a retention is told, in the name of no one', async () => {
  await using t = await openWebhookWorld();
  const admin = callerFor({ ...t.ann.user, role: 'admin' }, ['enterprise_content']);
  const policy = { name: 'a day', type: 'finite', length: 1, dispositionAction: 'permanently_delete' } as const;
  const { id: policyId } = await createRetentionPolicy(t.service, admin, policy);
  const where = { targetType: 'folder', targetId: t.outer.id, startDateField: undefined, hasFilter: false } as const;
  await createRetentionAssignment(t.service, admin, { policyId, ...where });
  await putFile(t.service, t.ann, t.outer.id, 'f');
  const { id } = await t.watch(t.ann, t.outer.id, 'FILE.DELETED');
  t.world.passTime(2 * 24 * 3_600_000);
  await disposeOfExpired(t.service);
  await t.deliver(id);
  expect(t.sent.map(({ body }) => JSON.parse(body))).toMatchObject([
    { trigger: 'FILE.DELETED', created_by: { id: '2', name: 'Someone' } },
  ]);
});

it('a folder that only lets owners see its collaborators sends no one else messages about them', async () => {
  await using t = await openWebhookWorld();
  await t.share(t.outer.id);
  const hidden = { canNonOwnersInvite: false, canNonOwnersViewCollaborators: false };
  const folderId = t.outer.id;
  const { id } = await t.watch(t.bob, folderId, 'COLLABORATION.CREATED');
  const { id: ownId } = await t.watch(t.ann, folderId, 'COLLABORATION.CREATED');
  const invite = (login: string) => {
    const item = { kind: 'folder' as const, id: t.inner.id };
    return createCollaboration(t.service, t.ann, { item, invited: { login }, role: 'viewer' });
  };
  await invite('seen@example.org');
  await updateFolder(t.service, t.ann, { folderId, ...hidden });
  await invite('unseen@example.org');
  expect([await t.states(t.bob, id), await t.states(t.ann, ownId)]).toEqual([['waiting'], ['waiting', 'waiting']]);
});

describe('a webhook whose target is permanently deleted', () => {
  async function openWatched() {
    const t = await openWebhookWorld();
    const { id: collaborationId } = await t.share(t.outer.id);
    const { id } = await t.watch(t.bob, t.outer.id, 'FILE.UPLOADED');
    await putFile(t.service, t.ann, t.outer.id, 'f');
    const purge = async () => {
      await deleteFolder(t.service, t.ann, { folderId: t.outer.id, recursive: true });
      await purgeFolder(t.service, t.ann, t.outer.id);
    };
    const sent = async () => {
      await t.deliver(id);
      return t.sent.map(({ body }) => JSON.parse(body).trigger);
    };
    return { ...t, id, collaborationId, purge, sentAfter: sent };
  }

  it('sends what its creator could still read then, and a last message', async () => {
    await using t = await openWatched();
    await t.purge();
    expect(await t.sentAfter()).toEqual(['FILE.UPLOADED', 'WEBHOOK.DELETED']);
  });

  it('does so as well deep in a folder that is so large that its content is deleted later', async () => {
    await using t = await openWatched();
    const { id } = await t.watch(t.bob, t.inner.id, 'FILE.UPLOADED');
    await putFile(t.service, t.ann, t.inner.id, 'g');
    const content = { parentId: t.outer.id, contentCreatedAt: undefined, contentModifiedAt: undefined };
    for (let first = 0; first < 1000; first += 200) {
      const files = Array.from({ length: 200 }, (_, at) => ({
        ...content,
        name: `${first + at}`,
        bytes: Buffer.of(1),
      }));
      await uploadFiles(t.service, t.ann, files);
    }
    await t.purge();
    const sent = async () => {
      await t.deliver(id);
      return t.sent.map(({ body }) => JSON.parse(body).trigger);
    };
    const all = ['FILE.UPLOADED', 'WEBHOOK.DELETED'];
    expect(await sent()).toEqual(all);
    expect(await finishPurges(t.service)).toBeGreaterThan(1000);
    expect(await sent()).toEqual(all);
  });

  it('sends nothing that its creator could no longer read', async () => {
    await using t = await openWatched();
    await deleteCollaboration(t.service, t.ann, t.collaborationId);
    await t.purge();
    expect(await t.sentAfter()).toEqual(['WEBHOOK.DELETED']);
  });

  it('sends nothing for an account that was deactivated or deleted, before or after', async () => {
    await using before = await openWatched();
    await setUser(before.service, 'bob', { status: 'inactive' });
    await before.purge();
    await setUser(before.service, 'bob', { status: 'active' });
    await using after = await openWatched();
    await after.purge();
    await setUser(after.service, 'bob', { status: 'inactive' });
    await using deleted = await openWatched();
    await deleteUser(deleted.service, deleted.ann, { userId: deleted.bob.user.id, force: false });
    await deleted.purge();
    expect([await before.sentAfter(), await after.sentAfter(), await deleted.sentAfter()]).toEqual([[], [], []]);
  });
});
