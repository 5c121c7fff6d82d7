import { describe, expect, it, test } from 'vitest';
import type { Event } from '../../../../../contract/resources/streams/event.ts';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { deleteCollaboration } from '../../../../../service/domain/collaborations/delete-collaboration.ts';
import {
  getCollaboration,
  listPendingCollaborations,
} from '../../../../../service/domain/collaborations/get-collaboration.ts';
import { updateCollaboration } from '../../../../../service/domain/collaborations/update-collaboration.ts';
import { getCurrentUser } from '../../../../../service/domain/people/users/self/get-current-user.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { listenerOf } from '../../../../../service/domain/streams/events/stream-listener.ts';
import { createStreamLooks } from '../../../../../service/domain/streams/events/stream-looks.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { downloadFile } from '../../../../../service/domain/tree/files/downloads/download-file.ts';
import { getFile } from '../../../../../service/domain/tree/files/get-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { getFolder } from '../../../../../service/domain/tree/folders/get-folder.ts';
import { listFolderItems } from '../../../../../service/domain/tree/folders/list-folder-items.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { transferContent } from '../../../../../service/domain/tree/items/transfer-content.ts';
import { restoreFolder } from '../../../../../service/domain/tree/trash/restore-item.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

/** Ann owns a folder "shared" with a file; Bob is invited as told. */
async function openWorld(role: Parameters<typeof createCollaboration>[2]['role'] = 'editor') {
  const world = await openDomainWorld({ acceptManagedUsersAtOnce: false });
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const top = await createFolder(service, ann, { parentId: '0', name: 'top' });
  const shared = await createFolder(service, ann, { parentId: top.id, name: 'shared' });
  const file = await putFile(service, ann, shared.id, 'file');
  const item = { kind: 'folder' as const, id: shared.id };
  const invitation = await createCollaboration(service, ann, { item, invited: { login: 'bob' }, role });
  const accept = () => updateCollaboration(service, bob, { id: invitation.id, status: 'accepted' });
  return {
    world,
    service,
    ann,
    bob,
    top,
    shared,
    file,
    invitation,
    accept,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function namesIn(service: Service, caller: Caller, folderId: string): Promise<readonly (string | undefined)[]> {
  const page = { form: 'offset', offset: 0, limit: 100, fields: undefined } as const;
  return (await listFolderItems(service, caller, { folderId, page })).entries.map(({ name }) => name);
}

async function eventsOf(service: Service, caller: Caller, streamType: 'all' | 'changes'): Promise<readonly Event[]> {
  return (await listEvents(service, caller, { streamType, limit: 500 })).entries;
}

const typesOf = (events: readonly Event[]) => events.map(({ event_type }) => event_type);

describe('an invitation', () => {
  it('waits for the invited person, hides the item, and gives no access', async () => {
    await using t = await openWorld();
    const pending = await listPendingCollaborations(t.service, t.bob, { offset: 0, limit: 10 });
    expect(pending).toMatchObject({
      total_count: 1,
      entries: [{ id: t.invitation.id, status: 'pending', item: null, accessible_by: { name: '', login: 'bob' } }],
    });
    expect((await refusalOf(getFolder(t.service, t.bob, { folderId: t.shared.id }))).code).toBe('not_found');
    expect(typesOf(await eventsOf(t.service, t.bob, 'all'))).toEqual(['COLLAB_INVITE_COLLABORATOR']);
    expect(await eventsOf(t.service, t.bob, 'changes')).toEqual([]);
  });

  it('accepted, puts the folder into the root of the person and its changes into the stream', async () => {
    await using t = await openWorld();
    expect(await t.accept()).toMatchObject({ status: 'accepted', item: { id: t.shared.id, name: 'shared' } });
    expect(await namesIn(t.service, t.bob, '0')).toEqual(['shared']);
    const seen = await getFile(t.service, t.bob, { fileId: t.file.id });
    expect(seen).toMatchObject({ path_collection: { entries: [{ id: '0' }, { id: t.shared.id }] } });
    await putFile(t.service, t.ann, t.shared.id, 'later');
    await putFile(t.service, t.ann, t.top.id, 'unseen');
    const changes = await eventsOf(t.service, t.bob, 'changes');
    expect(typesOf(changes)).toEqual(['ITEM_SYNC', 'ITEM_UPLOAD']);
    expect(changes[0]?.source).toMatchObject({
      id: t.shared.id,
      item_status: 'active',
      parent: { id: '0' },
      sequence_id: '1',
    });
    expect(typesOf(await eventsOf(t.service, t.bob, 'all'))).toContain('COLLAB_ADD_COLLABORATOR');
  });

  it('declined, is over: it neither waits nor can be accepted', async () => {
    await using t = await openWorld();
    const declined = await updateCollaboration(t.service, t.bob, { id: t.invitation.id, status: 'rejected' });
    expect(declined.status).toBe('rejected');
    expect((await listPendingCollaborations(t.service, t.bob, { offset: 0, limit: 10 })).total_count).toBe(0);
    expect((await refusalOf(t.accept())).code).toBe('invalid_status');
  });

  it('can be answered only by the invited person', async () => {
    await using t = await openWorld();
    const carol = await t.world.join('carol');
    const answer = (caller: Caller) =>
      updateCollaboration(t.service, caller, { id: t.invitation.id, status: 'accepted' });
    expect((await refusalOf(answer(t.ann))).code).toBe('access_denied_insufficient_permissions');
    expect((await refusalOf(answer(carol))).code).toBe('not_found');
    expect((await refusalOf(getCollaboration(t.service, carol, t.invitation.id))).code).toBe('not_found');
  });

  it('to an unknown email address waits for the person who gets it as a login', async () => {
    await using t = await openWorld();
    const item = { kind: 'file' as const, id: t.file.id };
    const invited = { login: 'Dora@example.org' };
    const invitation = await createCollaboration(t.service, t.ann, { item, invited, role: 'viewer' });
    expect(invitation).toMatchObject({ status: 'pending', invite_email: 'Dora@example.org', accessible_by: null });
    const dora = await t.world.join('dora@example.org');
    const pending = await listPendingCollaborations(t.service, dora, { offset: 0, limit: 10 });
    expect(pending.entries.map(({ id }) => id)).toEqual([invitation.id]);
  });

  it('takes people of the service in at once when it is set so', async () => {
    await using t = await openWorld();
    const service = { ...t.service, settings: { ...t.service.settings, acceptManagedUsersAtOnce: true } };
    const carol = await t.world.join('carol');
    const item = { kind: 'file' as const, id: t.file.id };
    const made = await createCollaboration(service, t.ann, { item, invited: { id: carol.user.id }, role: 'viewer' });
    expect(made.status).toBe('accepted');
    expect(await namesIn(service, carol, '0')).toEqual(['file']);
  });

  it('is refused for the root, for the owner, and for who is in already', async () => {
    await using t = await openWorld();
    const invite = (id: string, login: string) =>
      createCollaboration(t.service, t.ann, { item: { kind: 'folder', id }, invited: { login }, role: 'viewer' });
    expect((await refusalOf(invite('0', 'bob'))).code).toBe('collaborations_not_available_on_root_folder');
    expect((await refusalOf(invite(t.shared.id, 'ann'))).code).toBe('user_already_collaborator');
    expect((await refusalOf(invite(t.shared.id, 'BOB'))).code).toBe('user_already_collaborator');
  });
});

describe('a collaborator', () => {
  it('as a viewer reads and downloads, and changes nothing', async () => {
    await using t = await openWorld('viewer');
    await t.accept();
    await downloadFile(t.service, t.bob, { fileId: t.file.id });
    const codes = [
      await refusalOf(putFile(t.service, t.bob, t.shared.id, 'x')),
      await refusalOf(updateFile(t.service, t.bob, { fileId: t.file.id, name: 'x' })),
      await refusalOf(deleteFile(t.service, t.bob, { fileId: t.file.id })),
    ].map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['access_denied_insufficient_permissions']));
    const shown = await getFolder(t.service, t.bob, { folderId: t.shared.id });
    expect(shown).toMatchObject({ permissions: { can_download: true, can_upload: false, can_delete: false } });
  });

  it('as an uploader brings files in, which belong to the owner of the folder', async () => {
    await using t = await openWorld('uploader');
    await t.accept();
    const file = await putFile(t.service, t.bob, t.shared.id, 'brought', '12345');
    expect(file).toMatchObject({ owned_by: { login: 'ann' }, created_by: { login: 'bob' } });
    expect((await refusalOf(downloadFile(t.service, t.bob, { fileId: file.id }))).code).toBe(
      'access_denied_insufficient_permissions',
    );
    expect((await getCurrentUser(t.service, t.bob)).space_used).toBe(0);
    expect((await getCurrentUser(t.service, t.ann)).space_used).toBe(9);
  });

  it('as an editor changes the contents, and cannot remove the shared folder itself', async () => {
    await using t = await openWorld('editor');
    await t.accept();
    await updateFile(t.service, t.bob, { fileId: t.file.id, name: 'renamed' });
    await deleteFile(t.service, t.bob, { fileId: t.file.id });
    const folderId = t.shared.id;
    const mine = await createFolder(t.service, t.bob, { parentId: '0', name: 'mine' });
    expect((await refusalOf(deleteFolder(t.service, t.bob, { folderId, recursive: true }))).code).toBe(
      'access_denied_insufficient_permissions',
    );
    expect((await refusalOf(updateFolder(t.service, t.bob, { folderId, parentId: mine.id }))).code).toBe(
      'access_denied_insufficient_permissions',
    );
    const last = (await eventsOf(t.service, t.ann, 'changes')).at(-1);
    expect(last).toMatchObject({ event_type: 'ITEM_TRASH', created_by: { login: 'bob' }, source: { id: t.file.id } });
  });

  it('passes own content on by moving it into the shared folder', async () => {
    await using t = await openWorld('editor');
    await t.accept();
    const mine = await createFolder(t.service, t.bob, { parentId: '0', name: 'mine' });
    await putFile(t.service, t.bob, mine.id, 'given', '12345');
    const moved = await updateFolder(t.service, t.bob, { folderId: mine.id, parentId: t.shared.id });
    expect(moved).toMatchObject({ owned_by: { login: 'ann' }, parent: { id: t.shared.id } });
    expect((await getCurrentUser(t.service, t.bob)).space_used).toBe(0);
    expect(await namesIn(t.service, t.ann, mine.id)).toEqual(['given']);
    expect((await refusalOf(updateFolder(t.service, t.bob, { folderId: mine.id, parentId: '0' }))).code).toBe(
      'access_denied_insufficient_permissions',
    );
  });

  it('learns that an item is gone when it is moved out of sight, and not where to', async () => {
    await using t = await openWorld();
    await t.accept();
    await updateFile(t.service, t.ann, { fileId: t.file.id, parentId: t.top.id });
    const last = (await eventsOf(t.service, t.bob, 'changes')).at(-1);
    expect(last).toMatchObject({
      event_type: 'ITEM_UNSYNC',
      source: { id: t.file.id, item_status: 'trashed', parent: { id: t.shared.id }, sequence_id: '1' },
    });
    expect(JSON.stringify(last)).not.toContain('"top"');
    expect((await refusalOf(getFile(t.service, t.bob, { fileId: t.file.id }))).code).toBe('not_found');
  });

  it('loses an item that is moved, renamed and described, and sees it as it was before', async () => {
    await using t = await openWorld();
    await t.accept();
    const eve = await t.world.join('eve');
    const place = await createFolder(t.service, eve, { parentId: '0', name: 'place' });
    const item = { kind: 'folder' as const, id: place.id };
    const { id } = await createCollaboration(t.service, eve, { item, invited: { login: 'ann' }, role: 'editor' });
    await updateCollaboration(t.service, t.ann, { id, status: 'accepted' });
    const fileId = t.file.id;
    await updateFile(t.service, t.ann, { fileId, parentId: place.id, name: 'renamed', description: 'private' });
    expect((await eventsOf(t.service, t.bob, 'changes')).at(-1)).toMatchObject({
      event_type: 'ITEM_UNSYNC',
      source: { id: fileId, name: 'file', description: '', owned_by: { login: 'ann' }, sequence_id: '1' },
    });
  });

  it('loses the folder when removed, learns it, and gets it back when invited again', async () => {
    await using t = await openWorld();
    await t.accept();
    await deleteCollaboration(t.service, t.ann, t.invitation.id);
    expect(await namesIn(t.service, t.bob, '0')).toEqual([]);
    const lost = (await eventsOf(t.service, t.bob, 'changes')).at(-1);
    expect(lost).toMatchObject({ event_type: 'ITEM_UNSYNC', source: { id: t.shared.id, item_status: 'trashed' } });
    const item = { kind: 'folder' as const, id: t.shared.id };
    const again = await createCollaboration(t.service, t.ann, { item, invited: { login: 'bob' }, role: 'viewer' });
    await updateCollaboration(t.service, t.bob, { id: again.id, status: 'accepted' });
    const back = (await eventsOf(t.service, t.bob, 'changes')).at(-1);
    // Higher than before: a client must not take it for an old event.
    expect(back).toMatchObject({ event_type: 'ITEM_SYNC', source: { id: t.shared.id, sequence_id: '3' } });
  });

  it('leaves by ending the own collaboration', async () => {
    await using t = await openWorld();
    await t.accept();
    await deleteCollaboration(t.service, t.bob, t.invitation.id);
    expect((await refusalOf(getFolder(t.service, t.bob, { folderId: t.shared.id }))).code).toBe('not_found');
  });

  it('sees a folder once that is shared below another shared folder', async () => {
    await using t = await openWorld();
    await t.accept();
    const item = { kind: 'folder' as const, id: t.top.id };
    const invitation = await createCollaboration(t.service, t.ann, { item, invited: { login: 'bob' }, role: 'viewer' });
    await updateCollaboration(t.service, t.bob, { id: invitation.id, status: 'accepted' });
    expect(await namesIn(t.service, t.bob, '0')).toEqual(['top']);
    const shown = await getFolder(t.service, t.bob, { folderId: t.shared.id });
    // The stronger of the two roles counts.
    expect(shown).toMatchObject({ permissions: { can_upload: true }, path_collection: { total_count: 2 } });
  });

  it('cannot give its name to something else in the own root', async () => {
    await using t = await openWorld();
    await t.accept();
    expect((await refusalOf(createFolder(t.service, t.bob, { parentId: '0', name: 'Shared' }))).code).toBe(
      'item_name_in_use',
    );
  });

  it('waits as long as the own root has something of that name, and says what to do', async () => {
    await using t = await openWorld();
    const mine = await createFolder(t.service, t.bob, { parentId: '0', name: 'Shared' });
    const refusal = await refusalOf(t.accept());
    expect(refusal.code).toBe('item_name_in_use');
    expect(refusal.message).toContain('Rename or move it, then accept');
    expect(refusal.contextInfo).toMatchObject({ conflicts: [{ id: mine.id, name: 'Shared' }] });
    expect(await namesIn(t.service, t.bob, '0')).toEqual(['Shared']);
    await updateFolder(t.service, t.bob, { folderId: mine.id, name: 'mine' });
    expect((await t.accept()).status).toBe('accepted');
    expect(await namesIn(t.service, t.bob, '0')).toEqual(['mine', 'shared']);
  });

  it('is asked first where people are in at once, when the own root has something of that name', async () => {
    await using t = await openWorld();
    const service = { ...t.service, settings: { ...t.service.settings, acceptManagedUsersAtOnce: true } };
    await putFile(service, t.bob, '0', 'TOP');
    const invite = (id: string, kind: 'file' | 'folder') =>
      createCollaboration(service, t.ann, { item: { kind, id }, invited: { login: 'bob' }, role: 'editor' });
    expect((await invite(t.top.id, 'folder')).status).toBe('pending');
    expect((await invite(t.file.id, 'file')).status).toBe('accepted');
  });

  it('takes what lies below a folder that is shared already, whatever the root has', async () => {
    await using t = await openWorld();
    await t.accept();
    await createFolder(t.service, t.bob, { parentId: '0', name: 'file' });
    const item = { kind: 'file' as const, id: t.file.id };
    const { id } = await createCollaboration(t.service, t.ann, { item, invited: { login: 'bob' }, role: 'editor' });
    expect((await updateCollaboration(t.service, t.bob, { id, status: 'accepted' })).status).toBe('accepted');
    expect(await namesIn(t.service, t.bob, '0')).toEqual(['file', 'shared']);
  });

  it('moves on in a stream of changes when only other events came', async () => {
    await using t = await openWorld();
    for (const streamType of ['changes', 'sync'] as const) {
      const page = await listEvents(t.service, t.bob, { streamType, streamPosition: '0', limit: 500 });
      const all = await listEvents(t.service, t.bob, { streamType: 'all', streamPosition: '0', limit: 500 });
      expect(all.chunk_size).toBeGreaterThan(0);
      expect(page).toEqual({ chunk_size: 0, entries: [], next_stream_position: all.next_stream_position });
      const streamPosition = String(page.next_stream_position);
      const listener = await listenerOf(t.service, t.bob.user.id, { streamType: 'all', streamPosition });
      expect(await createStreamLooks(t.service).isBehind(listener)).toBe(false);
    }
  });

  it('sees each item of a listing with the own rights, the stronger ones where an item is shared on its own', async () => {
    await using t = await openWorld('viewer');
    await t.accept();
    const plain = await putFile(t.service, t.ann, t.shared.id, 'plain');
    const service = { ...t.service, settings: { ...t.service.settings, acceptManagedUsersAtOnce: true } };
    const item = { kind: 'file' as const, id: t.file.id };
    await createCollaboration(service, t.ann, { item, invited: { login: 'bob' }, role: 'editor' });
    const fields = ['permissions', 'has_collaborations', 'path_collection'];
    const page = { form: 'offset', offset: 0, limit: 100, fields } as const;
    const { entries } = await listFolderItems(t.service, t.bob, { folderId: t.shared.id, page });
    expect(entries).toMatchObject([
      { id: t.file.id, has_collaborations: true, permissions: { can_upload: true } },
      { id: plain.id, has_collaborations: false, permissions: { can_upload: false, can_download: true } },
    ]);
    expect(entries[0]?.path_collection).toMatchObject({ total_count: 2, entries: [{ id: '0' }, { id: t.shared.id }] });
  });

  it('loses sight of the folder while it is in the trash of its owner', async () => {
    await using t = await openWorld();
    await t.accept();
    await deleteFolder(t.service, t.ann, { folderId: t.top.id, recursive: true });
    expect(await namesIn(t.service, t.bob, '0')).toEqual([]);
    expect((await refusalOf(getFolder(t.service, t.bob, { folderId: t.shared.id }))).code).toBe('trashed');
    await restoreFolder(t.service, t.ann, { itemId: t.top.id });
    expect(await namesIn(t.service, t.bob, '0')).toEqual(['shared']);
    const told = (await eventsOf(t.service, t.bob, 'changes')).slice(1);
    expect(told).toMatchObject([
      { event_type: 'ITEM_UNSYNC', source: { id: t.shared.id, item_status: 'trashed', sequence_id: '2' } },
      { event_type: 'ITEM_SYNC', source: { id: t.shared.id, item_status: 'active', sequence_id: '3' } },
    ]);
  });
});

type World = Awaited<ReturnType<typeof openWorld>>;

test.each([
  ['was removed', 'bob', (t: World) => deleteCollaboration(t.service, t.ann, t.invitation.id)],
  [
    'may only preview',
    'bob',
    (t: World) => updateCollaboration(t.service, t.ann, { id: t.invitation.id, role: 'previewer' }),
  ],
  [
    'owned the file',
    'ann',
    (t: World) => transferContent(t.service, t.ann, { userId: t.ann.user.id, newOwnerId: t.bob.user.id }),
  ],
] as const)('the events of a person who %s show no shared link made later', async (_, reader, lose) => {
  await using t = await openWorld();
  await t.accept();
  const fileId = t.file.id;
  await updateFile(t.service, t.ann, { fileId, name: 'renamed' });
  const linksSeen = async () => {
    const events = await eventsOf(t.service, t[reader], 'all');
    const ofFile = events.flatMap(({ source }) => (source?.id === fileId && 'shared_link' in source ? [source] : []));
    expect(ofFile).not.toEqual([]);
    return ofFile.flatMap(({ shared_link }) => shared_link ?? []);
  };
  await lose(t);
  const sharer = reader === 'ann' ? t.bob : t.ann;
  await updateFile(t.service, sharer, { fileId, sharedLink: { access: 'open' } });
  expect(await linksSeen()).toEqual([]);
});
