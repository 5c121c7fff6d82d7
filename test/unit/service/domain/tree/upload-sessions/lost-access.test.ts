import { describe, expect, test } from 'vitest';
import { createCollaboration } from '../../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../../../../service/domain/collaborations/delete-collaboration.ts';
import { transferOwnership } from '../../../../../../service/domain/collaborations/transfer-ownership.ts';
import type { Caller } from '../../../../../../service/domain/service.ts';
import { createFolder } from '../../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../../service/domain/tree/folders/delete-folder.ts';
import { updateFolder } from '../../../../../../service/domain/tree/folders/update-folder.ts';
import { transferContent } from '../../../../../../service/domain/tree/items/transfer-content.ts';
import { purgeFolder } from '../../../../../../service/domain/tree/trash/purge-item.ts';
import { abortSession } from '../../../../../../service/domain/tree/upload-sessions/abort-session.ts';
import { createSession } from '../../../../../../service/domain/tree/upload-sessions/create-session.ts';
import { uploadPart } from '../../../../../../service/domain/tree/upload-sessions/upload-part.ts';
import { bytesOf, openDomainWorld, sha1Of } from '../../../../../support/service/domain-world.ts';

const part = 'one part';

/** Ann has sent the first of two parts of a file into a folder of Bob, which Carl co-owns. */
async function openWorld() {
  const world = await openDomainWorld({ uploadSessions: { leastBytes: 1, partBytes: part.length } });
  const { service } = world;
  const [ann, bob, carl] = [await world.join('ann'), await world.join('bob'), await world.join('carl')];
  const { id: folderId } = await createFolder(service, bob, { parentId: '0', name: 'of bob' });
  const item = { kind: 'folder' as const, id: folderId };
  const share = (login: string, role: 'editor' | 'co-owner') =>
    createCollaboration(service, bob, { item, invited: { login }, role });
  const [{ id: ofAnn }, { id: ofCarl }] = [await share('ann', 'editor'), await share('carl', 'co-owner')];
  const fileSizeBytes = 2 * part.length;
  for (const { user } of [bob, carl]) {
    await service.store.transaction(({ users }) => users.update(user.id, { spaceAmountBytes: 100 }));
  }
  const begin = (caller: Caller, folderId: string) =>
    createSession(service, caller, { folderId, fileName: 'f', fileSizeBytes });
  const { id: sessionId } = await begin(ann, folderId);
  const send = (start: number) => {
    const range = { start, end: start + part.length - 1, total: fileSizeBytes };
    return uploadPart(service, ann, { sessionId, range, sha1: sha1Of(part), content: bytesOf(part) });
  };
  await send(0);
  return {
    service,
    ann,
    bob,
    carl,
    folderId,
    ofAnn,
    ofCarl,
    sessionId,
    begin,
    sendSecond: () => send(part.length),
    /** Gives Carl everything that Bob owns. */
    giveAll: () => {
      const admin = { ...carl, user: { ...carl.user, role: 'admin' as const } };
      return transferContent(service, admin, { userId: bob.user.id, newOwnerId: carl.user.id });
    },
    state: (id = sessionId) => service.store.read(async ({ sessions }) => (await sessions.get(id))?.state.kind),
    heldBytesOf: ({ user }: Caller) =>
      service.store.read(async ({ users }) => (await users.roomOf(user.id))?.heldBytes),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

test('an upload goes on if someone else loses access while its account may upload nothing', async () => {
  await using t = await openWorld();
  const status = 'cannot_delete_edit_upload';
  await t.service.store.transaction(({ users }) => users.update(t.ann.user.id, { status }));
  await deleteCollaboration(t.service, t.bob, t.ofCarl);
  expect(await t.state()).toBe('open');
});

describe('an upload into a folder that gets a new owner', () => {
  test.each(['the folder', 'all content'])('takes the space of the new owner: %s', async (given) => {
    await using t = await openWorld();
    await (given === 'the folder' ? transferOwnership(t.service, t.bob, t.ofCarl) : t.giveAll());
    expect([await t.heldBytesOf(t.bob), await t.heldBytesOf(t.carl)]).toEqual([0, part.length]);
    await t.sendSecond();
    expect([await t.heldBytesOf(t.bob), await t.heldBytesOf(t.carl)]).toEqual([0, 2 * part.length]);
    await abortSession(t.service, t.ann, t.sessionId);
    expect(await t.heldBytesOf(t.carl)).toBe(0);
  });

  test('ends when the new owner removes the uploader', async () => {
    await using t = await openWorld();
    await transferOwnership(t.service, t.bob, t.ofCarl);
    await deleteCollaboration(t.service, t.carl, t.ofAnn);
    expect(await t.state()).toBe('aborted');
  });

  test('ends when the uploader loses access by the move to the new owner', async () => {
    await using t = await openWorld();
    const { id: inner } = await createFolder(t.service, t.bob, { parentId: t.folderId, name: 'inner' });
    const { id } = await t.begin(t.ann, inner);
    const { id: ofCarl } = await createFolder(t.service, t.carl, { parentId: '0', name: 'of carl' });
    const item = { kind: 'folder' as const, id: ofCarl };
    await createCollaboration(t.service, t.carl, { item, invited: { login: 'bob' }, role: 'editor' });
    await updateFolder(t.service, t.bob, { folderId: inner, parentId: ofCarl });
    expect([await t.state(), await t.state(id)]).toEqual(['open', 'aborted']);
  });

  test('ends if it is that of the former owner, who keeps no access', async () => {
    await using t = await openWorld();
    const { id } = await t.begin(t.bob, t.folderId);
    await t.giveAll();
    expect([await t.state(), await t.state(id)]).toEqual(['open', 'aborted']);
  });

  test('ends when the new owner permanently deletes the folder', async () => {
    await using t = await openWorld();
    await t.giveAll();
    await deleteFolder(t.service, t.carl, { folderId: t.folderId, recursive: true });
    await purgeFolder(t.service, t.carl, t.folderId);
    expect(await t.state()).toBe('aborted');
  });
});
