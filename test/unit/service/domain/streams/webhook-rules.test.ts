import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookTrigger } from '../../../../../contract/resources/streams/webhook.ts';
import { limits } from '../../../../../contract/rules/limits.ts';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../../../service/domain/collaborations/delete-collaboration.ts';
import type { Caller } from '../../../../../service/domain/service.ts';
import { createWebhook } from '../../../../../service/domain/streams/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../../../../service/domain/streams/webhooks/delete-webhook.ts';
import { getWebhook, listDeliveries } from '../../../../../service/domain/streams/webhooks/get-webhook.ts';
import { updateWebhook } from '../../../../../service/domain/streams/webhooks/update-webhook.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

const ADDRESS = 'https://hooks.example.com/told';
const denied = { code: 'access_denied_insufficient_permissions' };
const notFound = { code: 'not_found' };

/** Ann owns `outer` and `inner` in it. */
let t: Awaited<ReturnType<typeof openPlace>>;
async function openPlace() {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const outer = await createFolder(service, ann, { parentId: '0', name: 'outer' });
  const inner = await createFolder(service, ann, { parentId: outer.id, name: 'inner' });
  const folder = (id: string) => ({ kind: 'folder' as const, id });
  const watch = (caller: Caller, id: string, triggers: readonly WebhookTrigger[] = ['FILE.UPLOADED']) =>
    createWebhook(service, caller, { target: folder(id), address: ADDRESS, triggers: [...triggers] });
  const invite = (role: 'editor' | 'uploader') =>
    createCollaboration(service, ann, { item: folder(outer.id), invited: { login: 'bob' }, role });
  return { world, service, ann, bob, outer, inner, watch, invite };
}
beforeEach(async () => {
  t = await openPlace();
});
afterEach(() => t.world[Symbol.asyncDispose]());

describe('a webhook is created', () => {
  it('with the access of its creator alone, not with that of a shared link', async () => {
    const sharedLink = { itemId: t.outer.id, role: 'viewer', stamp: 's' } as const;
    await expect(t.watch({ ...t.bob, sharedLink }, t.outer.id)).rejects.toMatchObject(notFound);
    await t.invite('editor');
    expect(await t.watch({ ...t.bob, sharedLink }, t.outer.id)).toMatchObject({ target: { id: t.outer.id } });
  });

  it.each([
    [['FILE.UPLOADED', 'COMMENT.CREATED']],
    [['COMMENT.CREATED', 'FILE.UPLOADED']],
    [['FILE.UPLOADED', 'TASK_ASSIGNMENT.CREATED']],
  ] as const)('only if each of %j reveals what its creator may see', async (triggers) => {
    await t.invite('uploader');
    await expect(t.watch(t.bob, t.outer.id, triggers)).rejects.toMatchObject(denied);
    expect(await t.watch(t.bob, t.outer.id, ['FILE.UPLOADED'])).toMatchObject({ triggers: ['FILE.UPLOADED'] });
    expect(await t.watch(t.ann, t.outer.id, triggers)).toMatchObject({ triggers });
  });

  it('up to the limit of a person and an application, and again when one is deleted', async () => {
    const { id } = await t.watch(t.ann, t.outer.id);
    const record = await t.service.store.read(({ webhooks }) => webhooks.get(id));
    if (record === null) throw new Error('the webhook is there');
    await t.service.store.transaction(async (tx) => {
      for (let count = 1; count < limits.webhooksPerCreator - 1; count++) {
        const id = await tx.allocateId();
        await tx.webhooks.insert({ ...record, id, target: { kind: 'folder', id } });
      }
    });
    const last = await t.watch(t.ann, t.inner.id);
    const file = await putFile(t.service, t.ann, t.inner.id, 'f');
    const watchFile = (caller: Caller) =>
      createWebhook(t.service, caller, {
        target: { kind: 'file', id: file.id },
        address: ADDRESS,
        triggers: ['FILE.TRASHED'],
      });
    await expect(watchFile(t.ann)).rejects.toMatchObject({ code: 'operation_limit_exceeded' });
    expect(await watchFile({ ...t.ann, clientId: 'another' })).toMatchObject({ target: { id: file.id } });
    await deleteWebhook(t.service, t.ann, last.id);
    expect(await watchFile(t.ann)).toMatchObject({ target: { id: file.id } });
  });
});

it('a webhook belongs to its creator in one application', async () => {
  const { id } = await t.watch(t.ann, t.outer.id);
  await t.invite('editor');
  for (const other of [{ ...t.ann, clientId: 'another' }, t.bob]) {
    await expect(getWebhook(t.service, other, id)).rejects.toMatchObject(notFound);
    await expect(updateWebhook(t.service, other, { webhookId: id, address: ADDRESS })).rejects.toMatchObject(notFound);
    await expect(deleteWebhook(t.service, other, id)).rejects.toMatchObject(notFound);
    await expect(listDeliveries(t.service, other, { webhookId: id, limit: 9 })).rejects.toMatchObject(notFound);
    // The target is watched once by each.
    expect((await t.watch(other, t.outer.id)).id).not.toBe(id);
  }
  await expect(t.watch(t.ann, t.outer.id)).rejects.toMatchObject({ code: 'conflict' });
});

describe('a change of a webhook', () => {
  it('keeps each trigger once', async () => {
    const { id } = await t.watch(t.ann, t.outer.id);
    const triggers: WebhookTrigger[] = ['FILE.TRASHED', 'FILE.UPLOADED', 'FILE.TRASHED'];
    expect(await updateWebhook(t.service, t.ann, { webhookId: id, triggers })).toMatchObject({
      triggers: ['FILE.TRASHED', 'FILE.UPLOADED'],
    });
  });

  it('is checked as a new one is, and changes nothing when it is refused', async () => {
    const collaboration = await t.invite('uploader');
    const before = await t.watch(t.bob, t.outer.id);
    const change = (next: Omit<Parameters<typeof updateWebhook>[2], 'webhookId'>) =>
      updateWebhook(t.service, t.bob, { webhookId: before.id, ...next });
    await expect(change({ triggers: ['FILE.UPLOADED', 'COMMENT.CREATED'] })).rejects.toMatchObject(denied);
    await expect(change({ address: 'ftp://hooks.example.com' })).rejects.toMatchObject({ code: 'invalid_parameter' });
    await expect(change({ target: { kind: 'folder', id: '0' } })).rejects.toMatchObject({ code: 'invalid_parameter' });
    expect(await getWebhook(t.service, t.bob, before.id)).toEqual(before);
    await deleteCollaboration(t.service, t.ann, collaboration.id);
    await expect(change({ triggers: ['FILE.TRASHED'] })).rejects.toMatchObject(notFound);
  });
});
