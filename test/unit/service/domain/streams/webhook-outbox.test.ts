import { describe, expect, it } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { updateCollaboration } from '../../../../../service/domain/collaborations/update-collaboration.ts';
import { createComment } from '../../../../../service/domain/notes/comments/create-comment.ts';
import { setUser } from '../../../../../service/domain/people/users/set-user.ts';
import { outboxSignal } from '../../../../../service/domain/streams/webhooks/deliveries/add-to-outbox.ts';
import { listDeliveries } from '../../../../../service/domain/streams/webhooks/get-webhook.ts';
import { copyFile } from '../../../../../service/domain/tree/files/copy-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { putFile } from '../../../../support/service/domain-world.ts';
import { openWebhookWorld } from '../../../../support/service/webhook-world.ts';

it('the marker of the deliveries of a webhook is for these alone', async () => {
  await using t = await openWebhookWorld();
  const [{ id: one }, { id: other }] = [
    await t.watch(t.ann, t.outer.id, 'FILE.UPLOADED'),
    await t.watch(t.ann, t.inner.id, 'FILE.UPLOADED'),
  ];
  for (const name of ['f', 'g']) await putFile(t.service, t.ann, t.inner.id, name);
  const page = await listDeliveries(t.service, t.ann, { webhookId: one, limit: 1 });
  const marker = page.next_marker ?? undefined;
  expect((await listDeliveries(t.service, t.ann, { webhookId: one, limit: 1, marker })).entries).toHaveLength(1);
  await expect(listDeliveries(t.service, t.ann, { webhookId: other, limit: 1, marker })).rejects.toMatchObject({
    message: expect.stringContaining('marker does not belong'),
  });
});

it('a deactivated account gets no messages', async () => {
  await using t = await openWebhookWorld();
  await t.share(t.outer.id);
  const { id } = await t.watch(t.bob, t.outer.id, 'FILE.UPLOADED');
  await setUser(t.service, 'bob', { status: 'inactive' });
  await putFile(t.service, t.ann, t.outer.id, 'unseen');
  await setUser(t.service, 'bob', { status: 'active' });
  await putFile(t.service, t.ann, t.outer.id, 'seen');
  expect(await t.states(t.bob, id)).toHaveLength(1);
});

it('a comment is sent only to people who may read comments', async () => {
  await using t = await openWebhookWorld();
  const collaboration = await t.share(t.outer.id);
  const { id } = await t.watch(t.bob, t.outer.id, 'COMMENT.CREATED');
  const { id: fileId } = await putFile(t.service, t.ann, t.outer.id, 'f');
  const comment = (message: string) => createComment(t.service, t.ann, { item: { type: 'file', id: fileId }, message });
  await comment('for editors');
  await updateCollaboration(t.service, t.ann, { id: collaboration.id, role: 'uploader' });
  await comment('not for uploaders');
  expect(await t.states(t.bob, id)).toHaveLength(1);
});

it('a file moved into a watched folder counts as uploaded there, and one moved within it does not', async () => {
  await using t = await openWebhookWorld();
  const [{ id: outer }, { id: inner }] = [
    await t.watch(t.ann, t.outer.id, 'FILE.UPLOADED'),
    await t.watch(t.ann, t.inner.id, 'FILE.UPLOADED'),
  ];
  const { id: fileId } = await putFile(t.service, t.ann, t.outer.id, 'f');
  await updateFile(t.service, t.ann, { fileId, parentId: t.inner.id });
  expect([await t.states(t.ann, outer), await t.states(t.ann, inner)].map(({ length }) => length)).toEqual([1, 1]);
});

it('a file moved out of a watched folder is shown where it was', async () => {
  await using t = await openWebhookWorld();
  await t.share(t.inner.id);
  const { id } = await t.watch(t.bob, t.inner.id, 'FILE.MOVED');
  const { id: fileId } = await putFile(t.service, t.ann, t.inner.id, 'f');
  await updateFile(t.service, t.ann, { fileId, parentId: t.outer.id });
  await t.deliver(id);
  expect(JSON.parse(t.sent[0]?.body ?? '{}')).toMatchObject({ source: { id: fileId, parent: { id: t.inner.id } } });
});

describe('a file moved into a folder of another owner', () => {
  /** Eve owns `place`, which Ann may edit and Bob cannot see. */
  async function openMoveWorld() {
    const t = await openWebhookWorld();
    await t.share(t.outer.id);
    const eve = await t.world.join('eve');
    const place = await createFolder(t.service, eve, { parentId: '0', name: 'place' });
    const item = { kind: 'folder' as const, id: place.id };
    await createCollaboration(t.service, eve, { item, invited: { login: 'ann' }, role: 'editor' });
    const { id: fileId } = await putFile(t.service, t.ann, t.outer.id, 'f');
    await updateFile(t.service, t.ann, { fileId, sharedLink: { access: 'open' } });
    const move = () =>
      updateFile(t.service, t.ann, { fileId, parentId: place.id, name: 'secret name', description: 'private' });
    const sentTo = async (webhookId: string) => {
      await t.deliver(webhookId);
      return JSON.parse(t.sent[0]?.body ?? '{}');
    };
    return { ...t, eve, place, fileId, move, sentTo };
  }

  it('is shown as it was to a person who loses it', async () => {
    await using t = await openMoveWorld();
    const { id } = await t.watch(t.bob, t.outer.id, 'FILE.MOVED');
    await t.move();
    const { source, additional_info } = await t.sentTo(id);
    expect(source).toMatchObject({
      id: t.fileId,
      name: 'f',
      description: '',
      owned_by: { login: 'ann' },
      parent: { id: t.outer.id },
      sequence_id: '2',
      shared_link: null,
    });
    expect(additional_info).toEqual([]);
  });

  it('is reported with both names and folders to a person who sees both', async () => {
    await using t = await openMoveWorld();
    const { id } = await t.watch(t.ann, t.outer.id, 'FILE.MOVED');
    await t.move();
    expect(await t.sentTo(id)).toMatchObject({
      source: { id: t.fileId, parent: { id: t.outer.id } },
      additional_info: {
        old_name: 'f',
        new_name: 'secret name',
        old_parent_id: t.outer.id,
        new_parent_id: t.place.id,
      },
    });
  });

  it('is shown to its new owner without its former name and folder', async () => {
    await using t = await openMoveWorld();
    const { id } = await t.watch(t.eve, t.place.id, 'FILE.MOVED');
    await t.move();
    expect(await t.sentTo(id)).toMatchObject({
      source: { id: t.fileId, name: 'secret name', owned_by: { login: 'eve' } },
      additional_info: [],
    });
  });
});

it('a copy is reported where its original is watched, too', async () => {
  await using t = await openWebhookWorld();
  const { id } = await t.watch(t.ann, t.inner.id, 'FILE.COPIED');
  const { id: fileId } = await putFile(t.service, t.ann, t.inner.id, 'f');
  await copyFile(t.service, t.ann, { fileId, parentId: t.outer.id });
  expect(await t.states(t.ann, id)).toHaveLength(1);
});

it('the sender is woken by a message, and by nothing else', async () => {
  await using t = await openWebhookWorld();
  await t.watch(t.ann, t.inner.id, 'FILE.UPLOADED');
  const subscription = await t.service.signal.subscribe(outboxSignal);
  let isWoken = false;
  void subscription.changed.then(() => {
    isWoken = true;
  });
  await putFile(t.service, t.ann, t.outer.id, 'not watched');
  expect(isWoken).toBe(false);
  await putFile(t.service, t.ann, t.inner.id, 'watched');
  await subscription.changed;
  subscription.close();
});
