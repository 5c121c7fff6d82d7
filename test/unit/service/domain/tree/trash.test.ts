import { describe, expect, it } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { getCurrentUser } from '../../../../../service/domain/people/users/self/get-current-user.ts';
import type { Service } from '../../../../../service/domain/service.ts';
import { copyFile } from '../../../../../service/domain/tree/files/copy-file.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { downloadFile } from '../../../../../service/domain/tree/files/downloads/download-file.ts';
import { getFile } from '../../../../../service/domain/tree/files/get-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { getFolder } from '../../../../../service/domain/tree/folders/get-folder.ts';
import { getTrashedFile, getTrashedFolder } from '../../../../../service/domain/tree/trash/get-trashed.ts';
import { listTrash } from '../../../../../service/domain/tree/trash/list-trash.ts';
import { purgeFile, purgeFolder } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { restoreFile, restoreFolder } from '../../../../../service/domain/tree/trash/restore-item.ts';
import { collectOrphanBlobs, collectReleasedBlobs } from '../../../../../service/domain/upkeep/collect-blobs.ts';
import { purgeExpiredTrash } from '../../../../../service/domain/upkeep/purge-expired.ts';
import { verifyStore } from '../../../../../service/domain/upkeep/verify-store.ts';
import { bytesOf, openDomainWorld, putFile, readAll, refusalOf } from '../../../../support/service/domain-world.ts';

async function openWorld() {
  const world = await openDomainWorld();
  return {
    world,
    service: world.service,
    ann: await world.join('ann'),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const page = { form: 'offset', offset: 0, limit: 100, fields: ['item_status', 'trashed_at', 'purged_at'] } as const;

async function blobCount(service: Service): Promise<number> {
  let count = 0;
  for await (const _ of service.blobs.list()) count += 1;
  return count;
}

describe('the trash', () => {
  it('lists the trashed items, and not the items below them', async () => {
    await using t = await openWorld();
    const docs = await createFolder(t.service, t.ann, { parentId: '0', name: 'docs' });
    const inside = await putFile(t.service, t.ann, docs.id, 'inside');
    const alone = await putFile(t.service, t.ann, '0', 'alone');
    await deleteFolder(t.service, t.ann, { folderId: docs.id, recursive: true });
    await deleteFile(t.service, t.ann, { fileId: alone.id });
    const listed = await listTrash(t.service, t.ann, page);
    expect(listed.entries.map(({ id }) => id)).toEqual([docs.id, alone.id]);
    expect(listed.entries).toMatchObject([{ item_status: 'trashed' }, { item_status: 'trashed' }]);
    expect((await refusalOf(getTrashedFile(t.service, t.ann, inside.id))).code).toBe('not_found');
    expect(await getFile(t.service, t.ann, { fileId: inside.id })).toMatchObject({ item_status: 'trashed' });
  });

  it('pages by marker', async () => {
    await using t = await openWorld();
    for (const name of ['a', 'b', 'c']) {
      await deleteFile(t.service, t.ann, { fileId: (await putFile(t.service, t.ann, '0', name)).id });
    }
    const first = await listTrash(t.service, t.ann, { form: 'marker', marker: undefined, limit: 2, fields: undefined });
    const marker = 'next_marker' in first ? (first.next_marker ?? undefined) : undefined;
    const second = await listTrash(t.service, t.ann, { form: 'marker', marker, limit: 2, fields: undefined });
    expect([...first.entries, ...second.entries].map((entry) => entry.name)).toEqual(['a', 'b', 'c']);
    expect(second).toMatchObject({ next_marker: null });
  });

  it('frees the name while an item is in it', async () => {
    await using t = await openWorld();
    const first = await putFile(t.service, t.ann, '0', 'a');
    await deleteFile(t.service, t.ann, { fileId: first.id });
    await putFile(t.service, t.ann, '0', 'a');
    const refusal = await refusalOf(restoreFile(t.service, t.ann, { itemId: first.id }));
    expect(refusal.code).toBe('item_name_in_use');
    const restored = await restoreFile(t.service, t.ann, { itemId: first.id, name: 'a (restored)' });
    expect(restored).toMatchObject({ id: first.id, name: 'a (restored)', item_status: 'active', shared_link: null });
  });
});

describe('restoring', () => {
  it('puts an item back where it was, with all below it', async () => {
    await using t = await openWorld();
    const docs = await createFolder(t.service, t.ann, { parentId: '0', name: 'docs' });
    const inside = await putFile(t.service, t.ann, docs.id, 'inside');
    await deleteFolder(t.service, t.ann, { folderId: docs.id, recursive: true });
    const restored = await restoreFolder(t.service, t.ann, { itemId: docs.id, parentId: '404' });
    expect(restored).toMatchObject({ etag: '2', sequence_id: '2', parent: { id: '0' }, trashed_at: null, size: 6 });
    expect(await getFile(t.service, t.ann, { fileId: inside.id })).toMatchObject({ item_status: 'active', etag: '0' });
  });

  it('uses the fallback only when the folder it was in is gone or trashed, and else the root', async () => {
    await using t = await openWorld();
    const docs = await createFolder(t.service, t.ann, { parentId: '0', name: 'docs' });
    const other = await createFolder(t.service, t.ann, { parentId: '0', name: 'other' });
    const [one, two] = [
      await putFile(t.service, t.ann, docs.id, 'one'),
      await putFile(t.service, t.ann, docs.id, 'two'),
    ];
    for (const { id: fileId } of [one, two]) await deleteFile(t.service, t.ann, { fileId });
    await deleteFolder(t.service, t.ann, { folderId: docs.id, recursive: true });
    const first = await restoreFile(t.service, t.ann, { itemId: one.id, parentId: other.id });
    await purgeFolder(t.service, t.ann, docs.id);
    const second = await restoreFile(t.service, t.ann, { itemId: two.id });
    expect([first.parent?.id, second.parent?.id]).toEqual([other.id, '0']);
  });

  it('refuses an item that is not in the trash', async () => {
    await using t = await openWorld();
    const docs = await createFolder(t.service, t.ann, { parentId: '0', name: 'docs' });
    expect((await refusalOf(restoreFolder(t.service, t.ann, { itemId: docs.id }))).code).toBe('not_trashed');
    expect((await refusalOf(getTrashedFolder(t.service, t.ann, docs.id))).code).toBe('not_trashed');
    expect((await refusalOf(purgeFolder(t.service, t.ann, docs.id))).code).toBe('not_trashed');
  });
});

it('restoring into another folder needs the right to upload there', async () => {
  await using t = await openWorld();
  const bob = await t.world.join('bob');
  const share = async (name: string, role: 'editor' | 'viewer') => {
    const { id } = await createFolder(t.service, t.ann, { parentId: '0', name });
    const item = { kind: 'folder' as const, id };
    await createCollaboration(t.service, t.ann, { item, invited: { login: 'bob' }, role });
    return id;
  };
  const [edited, seen] = [await share('edited', 'editor'), await share('seen', 'viewer')];
  const inner = await createFolder(t.service, t.ann, { parentId: edited, name: 'inner' });
  const { id: itemId } = await putFile(t.service, t.ann, inner.id, 'f');
  await deleteFile(t.service, bob, { fileId: itemId });
  await deleteFolder(t.service, t.ann, { folderId: inner.id, recursive: true });
  const refused = restoreFile(t.service, bob, { itemId, parentId: seen });
  expect((await refusalOf(refused)).code).toBe('access_denied_insufficient_permissions');
  expect(await restoreFile(t.service, bob, { itemId, parentId: edited })).toMatchObject({ parent: { id: edited } });
});

describe('purging', () => {
  it('removes all below, gives the space back and deletes contents that nothing names', async () => {
    await using t = await openWorld();
    const docs = await createFolder(t.service, t.ann, { parentId: '0', name: 'docs' });
    const file = await putFile(t.service, t.ann, docs.id, 'inside', '12345');
    await deleteFolder(t.service, t.ann, { folderId: docs.id, recursive: true });
    expect((await getCurrentUser(t.service, t.ann)).space_used).toBe(5);
    await purgeFolder(t.service, t.ann, docs.id);
    expect((await getCurrentUser(t.service, t.ann)).space_used).toBe(0);
    expect((await refusalOf(getFile(t.service, t.ann, { fileId: file.id }))).code).toBe('not_found');
    expect((await refusalOf(getFolder(t.service, t.ann, { folderId: docs.id }))).code).toBe('not_found');
    expect(await collectReleasedBlobs(t.service, 0)).toBe(1);
    expect(await blobCount(t.service)).toBe(0);
  });

  it('keeps a content that a copy still names', async () => {
    await using t = await openWorld();
    const file = await putFile(t.service, t.ann, '0', 'a', 'shared');
    const copy = await copyFile(t.service, t.ann, { fileId: file.id, parentId: '0', name: 'b' });
    await deleteFile(t.service, t.ann, { fileId: file.id });
    await purgeFile(t.service, t.ann, file.id);
    expect(await collectReleasedBlobs(t.service, 0)).toBe(0);
    if (copy === 'not_modified') throw new Error('copied nothing');
    const download = await downloadFile(t.service, t.ann, { fileId: copy.id });
    expect(String(await readAll(await download.open()))).toBe('shared');
  });

  it('happens by itself after thirty days, and not before', async () => {
    await using t = await openWorld();
    const file = await putFile(t.service, t.ann, '0', 'a');
    await deleteFile(t.service, t.ann, { fileId: file.id });
    t.world.passTime(29 * 24 * 3600 * 1000);
    expect(await purgeExpiredTrash(t.service)).toBe(0);
    t.world.passTime(24 * 3600 * 1000);
    expect(await purgeExpiredTrash(t.service)).toBe(1);
    expect((await refusalOf(getFile(t.service, t.ann, { fileId: file.id }))).code).toBe('not_found');
  });
});

describe('looking after contents', () => {
  it('deletes only old orphans, never a referenced content or one that may soon be', async () => {
    await using t = await openWorld();
    const file = await putFile(t.service, t.ann, '0', 'a', 'named');
    await t.service.blobs.write(bytesOf('orphan'), { maxBytes: 100 });
    expect(await collectOrphanBlobs({ ...t.service, clock: { now: () => Date.now() } })).toBe(0);
    const tomorrow = { now: () => Date.now() + 24 * 3600 * 1000 };
    expect(await collectOrphanBlobs({ ...t.service, clock: tomorrow })).toBe(1);
    expect(await verifyStore(t.service)).toMatchObject({ versions: 1, blobs: 1, bytes: 5, faults: [] });
    expect(await getFile(t.service, t.ann, { fileId: file.id })).toMatchObject({ size: 5 });
  });

  it('finds a content that is missing and one that is not what its row says', async () => {
    await using t = await openWorld();
    const gone = await putFile(t.service, t.ann, '0', 'gone', 'gone');
    const wrong = await putFile(t.service, t.ann, '0', 'wrong', 'wrong');
    await t.service.store.transaction(async (tx) => {
      const [first, second] = [
        await tx.versions.get(gone.file_version.id),
        await tx.versions.get(wrong.file_version.id),
      ];
      if (!first || !second) throw new Error('no versions');
      await t.service.blobs.delete(first.blobId);
      await tx.versions.update({ ...second, sha1: gone.sha1 });
    });
    const { faults } = await verifyStore(t.service);
    expect(faults).toMatchObject([
      { kind: 'missing_blob', fileId: gone.id },
      { kind: 'damaged_blob', fileId: wrong.id },
      { kind: 'wrong_current_version', fileId: wrong.id },
    ]);
  });
});
