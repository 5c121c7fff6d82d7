import { describe, expect, it } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { setUser } from '../../../../../service/domain/people/users/set-user.ts';
import type { Service } from '../../../../../service/domain/service.ts';
import { copyFile } from '../../../../../service/domain/tree/files/copy-file.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { downloadFile } from '../../../../../service/domain/tree/files/downloads/download-file.ts';
import { getFile } from '../../../../../service/domain/tree/files/get-file.ts';
import { preflightUpload } from '../../../../../service/domain/tree/files/preflight-upload.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { uploadFile } from '../../../../../service/domain/tree/files/upload-file.ts';
import { uploadVersion } from '../../../../../service/domain/tree/files/upload-version.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteVersion } from '../../../../../service/domain/tree/versions/delete-version.ts';
import { getVersion } from '../../../../../service/domain/tree/versions/get-version.ts';
import { listVersions } from '../../../../../service/domain/tree/versions/list-versions.ts';
import { promoteVersion } from '../../../../../service/domain/tree/versions/promote-version.ts';
import { restoreVersion } from '../../../../../service/domain/tree/versions/restore-version.ts';
import {
  bytesOf,
  openDomainWorld,
  putFile,
  readAll,
  refusalOf,
  sha1Of,
} from '../../../../support/service/domain-world.ts';

async function openWorld(settings: Parameters<typeof openDomainWorld>[0] = {}) {
  const world = await openDomainWorld(settings);
  return {
    world,
    service: world.service,
    ann: await world.join('ann'),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function blobCount(service: Service): Promise<number> {
  let count = 0;
  for await (const _ of service.blobs.list()) count += 1;
  return count;
}

describe('uploading a file', () => {
  it('answers with the file, its digest and the dates that the sender gave', async () => {
    await using t = await openWorld();
    const contentModifiedAt = Date.UTC(2020, 4, 5);
    const file = await uploadFile(t.service, t.ann, {
      parentId: '0',
      name: 'a.txt',
      content: bytesOf('hel', 'lo'),
      sha1: sha1Of('hello'),
      contentModifiedAt,
    });
    expect(file).toMatchObject({ name: 'a.txt', size: 5, sha1: sha1Of('hello'), etag: '0', version_number: '1' });
    expect(file.content_modified_at).toBe('2020-05-05T00:00:00.000Z');
    const download = await downloadFile(t.service, t.ann, { fileId: file.id });
    expect(String(await readAll(await download.open()))).toBe('hello');
    expect(String(await readAll(await download.open({ start: 1, end: 3 })))).toBe('ell');
  });

  it('refuses a taken name with the item in the way as one object, and leaves no content', async () => {
    await using t = await openWorld();
    const first = await putFile(t.service, t.ann, '0', 'a.txt');
    const refusal = await refusalOf(putFile(t.service, t.ann, '0', 'A.TXT'));
    expect(refusal.code).toBe('item_name_in_use');
    expect(refusal.contextInfo?.conflicts).toEqual({
      type: 'file',
      id: first.id,
      etag: '0',
      sequence_id: '0',
      name: 'a.txt',
      sha1: first.sha1,
      file_version: first.file_version,
    });
    expect(await blobCount(t.service)).toBe(1);
  });

  it('names the folder when a folder has the name', async () => {
    await using t = await openWorld();
    await createFolder(t.service, t.ann, { parentId: '0', name: 'docs' });
    const refusal = await refusalOf(putFile(t.service, t.ann, '0', 'Docs'));
    expect(refusal.contextInfo?.conflicts).toMatchObject({ type: 'folder', name: 'docs' });
  });

  it('lets one of two uploads of one name win, and drops the content of the other', async () => {
    await using t = await openWorld();
    const outcomes = await Promise.allSettled(
      ['one', 'two'].map((text) => putFile(t.service, t.ann, '0', 'same', text)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await blobCount(t.service)).toBe(1);
  });

  it('refuses other bytes than the digest says, and leaves no content', async () => {
    await using t = await openWorld();
    const upload = uploadFile(t.service, t.ann, { parentId: '0', name: 'a', content: bytesOf('x'), sha1: sha1Of('y') });
    expect((await refusalOf(upload)).code).toBe('bad_digest');
    expect(await blobCount(t.service)).toBe(0);
  });

  it('refuses more bytes than one request may bring', async () => {
    await using t = await openWorld({ singleUploadBytes: 4 });
    expect((await refusalOf(putFile(t.service, t.ann, '0', 'a', '12345'))).code).toBe('request_entity_too_large');
    expect(await blobCount(t.service)).toBe(0);
  });

  it('refuses what does not fit into the space of the owner, and counts every version', async () => {
    await using t = await openWorld();
    await setUser(t.service, 'ann', { spaceAmountBytes: 10 });
    const file = await putFile(t.service, t.ann, '0', 'a', '123456');
    expect((await refusalOf(putFile(t.service, t.ann, '0', 'b', '12345'))).code).toBe('storage_limit_exceeded');
    const version = { fileId: file.id, content: bytesOf('1234') };
    await uploadVersion(t.service, t.ann, version);
    expect((await refusalOf(putFile(t.service, t.ann, '0', 'c', '1'))).code).toBe('storage_limit_exceeded');
  });

  it('refuses a file before its bytes are sent', async () => {
    await using t = await openWorld({ maxFileBytes: 100 });
    await putFile(t.service, t.ann, '0', 'a');
    const preflight = (name: string, sizeBytes: number) =>
      preflightUpload(t.service, t.ann, { parentId: '0', name, sizeBytes });
    await preflight('b', 100);
    expect((await refusalOf(preflight('A', 1))).code).toBe('item_name_in_use');
    expect((await refusalOf(preflight('b', 101))).code).toBe('file_size_limit_exceeded');
  });
});

describe('a new version', () => {
  it('raises the etag, keeps the id, and makes the former content a past version', async () => {
    await using t = await openWorld();
    const first = await putFile(t.service, t.ann, '0', 'a', 'one');
    const second = await uploadVersion(t.service, t.ann, {
      fileId: first.id,
      content: bytesOf('second'),
      ifMatch: '0',
    });
    expect(second).toMatchObject({ id: first.id, etag: '1', sequence_id: '1', size: 6, version_number: '2' });
    const past = await listVersions(t.service, t.ann, { fileId: first.id, offset: 0, limit: 10 });
    expect(past).toMatchObject({ total_count: 1, entries: [{ id: first.file_version.id, sha1: first.sha1 }] });
    const old = await downloadFile(t.service, t.ann, { fileId: first.id, versionId: first.file_version.id });
    expect(String(await readAll(await old.open()))).toBe('one');
  });

  it('refuses one on an etag that is not the current, and keeps the file as it is', async () => {
    await using t = await openWorld();
    const first = await putFile(t.service, t.ann, '0', 'a', 'one');
    const upload = uploadVersion(t.service, t.ann, { fileId: first.id, content: bytesOf('two'), ifMatch: '3' });
    expect((await refusalOf(upload)).code).toBe('precondition_failed');
    expect(await getFile(t.service, t.ann, { fileId: first.id })).toMatchObject({ sha1: first.sha1, etag: '0' });
  });

  it('lets one of two uploads on the same etag win', async () => {
    await using t = await openWorld();
    const { id: fileId } = await putFile(t.service, t.ann, '0', 'a', 'one');
    const versions = ['two', 'three'].map((text) =>
      uploadVersion(t.service, t.ann, { fileId, content: bytesOf(text), ifMatch: '0' }),
    );
    const outcomes = await Promise.allSettled(versions);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await getFile(t.service, t.ann, { fileId })).toMatchObject({ etag: '1', version_number: '2' });
  });

  it('renames the file when it brings another name, unless that is taken', async () => {
    await using t = await openWorld();
    const { id: fileId } = await putFile(t.service, t.ann, '0', 'a');
    await putFile(t.service, t.ann, '0', 'taken');
    const renamed = await uploadVersion(t.service, t.ann, { fileId, name: 'b', content: bytesOf('2') });
    expect(renamed.name).toBe('b');
    const refusal = await refusalOf(uploadVersion(t.service, t.ann, { fileId, name: 'Taken', content: bytesOf('3') }));
    expect(refusal.code).toBe('item_name_in_use');
  });

  it('made current again takes the old content and the old name, as a version of its own', async () => {
    await using t = await openWorld();
    const first = await putFile(t.service, t.ann, '0', 'old', 'one');
    await uploadVersion(t.service, t.ann, { fileId: first.id, name: 'new', content: bytesOf('two') });
    const target = { fileId: first.id, versionId: first.file_version.id };
    const promoted = await promoteVersion(t.service, t.ann, target);
    const file = await getFile(t.service, t.ann, { fileId: first.id });
    expect(promoted).toMatchObject({ sha1: first.sha1, version_number: '3', name: 'old' });
    expect(file).toMatchObject({ name: 'old', sha1: first.sha1, etag: '2', file_version: { id: promoted.id } });
    expect((await listVersions(t.service, t.ann, { fileId: first.id, offset: 0, limit: 10 })).total_count).toBe(2);
  });

  it('made current again keeps the name that the request gives, and refuses a file that has changed since', async () => {
    await using t = await openWorld();
    const first = await putFile(t.service, t.ann, '0', 'old', 'one');
    const second = await uploadVersion(t.service, t.ann, { fileId: first.id, name: 'new', content: bytesOf('two') });
    const target = { fileId: first.id, versionId: first.file_version.id, name: 'new' };
    const stale = await refusalOf(promoteVersion(t.service, t.ann, { ...target, ifMatch: first.etag ?? '' }));
    expect(stale.code).toBe('precondition_failed');
    await promoteVersion(t.service, t.ann, { ...target, ifMatch: second.etag ?? '' });
    expect(await getFile(t.service, t.ann, { fileId: first.id })).toMatchObject({ name: 'new', sha1: first.sha1 });
  });

  it('made current again gives the file another name only for roles that may rename', async () => {
    await using t = await openWorld();
    const bob = await t.world.join('bob');
    const folder = await createFolder(t.service, t.ann, { parentId: '0', name: 'shared' });
    const old = await putFile(t.service, t.ann, folder.id, 'old', 'one');
    const same = await uploadVersion(t.service, t.ann, { fileId: old.id, name: 'new', content: bytesOf('two') });
    await uploadVersion(t.service, t.ann, { fileId: old.id, content: bytesOf('three') });
    const item = { kind: 'folder' as const, id: folder.id };
    await createCollaboration(t.service, t.ann, { item, invited: { login: 'bob' }, role: 'viewer uploader' });
    const toOld = { fileId: old.id, versionId: old.file_version.id };
    const refusal = await refusalOf(promoteVersion(t.service, bob, toOld));
    expect(refusal.code).toBe('access_denied_insufficient_permissions');
    const toSame = { fileId: old.id, versionId: same.file_version.id };
    expect(await promoteVersion(t.service, bob, toSame)).toMatchObject({ name: 'new', sha1: sha1Of('two') });
  });

  it('goes to the trash and back when it is past, and not when it is current', async () => {
    await using t = await openWorld();
    const first = await putFile(t.service, t.ann, '0', 'a', 'one');
    const second = await uploadVersion(t.service, t.ann, { fileId: first.id, content: bytesOf('two') });
    const past = { fileId: first.id, versionId: first.file_version.id };
    const current = { fileId: first.id, versionId: second.file_version.id };
    await deleteVersion(t.service, t.ann, past);
    expect((await listVersions(t.service, t.ann, { ...past, offset: 0, limit: 10 })).entries).toMatchObject([
      { id: past.versionId, trashed_by: { login: 'ann' } },
    ]);
    expect(await getVersion(t.service, t.ann, past)).toMatchObject({ trashed_by: { login: 'ann' } });
    expect((await refusalOf(promoteVersion(t.service, t.ann, past))).code).toBe('trashed');
    const restored = await restoreVersion(t.service, t.ann, past);
    expect(restored).toMatchObject({ trashed_at: null, trashed_by: null, restored_by: { login: 'ann' } });
    expect((await refusalOf(restoreVersion(t.service, t.ann, past))).code).toBe('not_trashed');
    expect((await refusalOf(deleteVersion(t.service, t.ann, current))).code).toBe('bad_request');
  });
});

describe('changing and copying a file', () => {
  it('moves and renames in one change', async () => {
    await using t = await openWorld();
    const docs = await createFolder(t.service, t.ann, { parentId: '0', name: 'docs' });
    const { id: fileId } = await putFile(t.service, t.ann, '0', 'a');
    const moved = await updateFile(t.service, t.ann, { fileId, name: 'b', parentId: docs.id });
    expect(moved).toMatchObject({ name: 'b', parent: { id: docs.id }, etag: '1', sequence_id: '1' });
    expect(moved.path_collection.entries.map(({ id }) => id)).toEqual(['0', docs.id]);
  });

  it('refuses a move onto a taken name, and the file stays where it was', async () => {
    await using t = await openWorld();
    const docs = await createFolder(t.service, t.ann, { parentId: '0', name: 'docs' });
    await putFile(t.service, t.ann, docs.id, 'A');
    const { id: fileId } = await putFile(t.service, t.ann, '0', 'a');
    const refusal = await refusalOf(updateFile(t.service, t.ann, { fileId, parentId: docs.id }));
    expect(refusal.code).toBe('item_name_in_use');
    expect(await getFile(t.service, t.ann, { fileId })).toMatchObject({ parent: { id: '0' }, etag: '0' });
  });

  it('sets the date of the content, which a mirror needs', async () => {
    await using t = await openWorld();
    const { id: fileId } = await putFile(t.service, t.ann, '0', 'a');
    const dated = await updateFile(t.service, t.ann, { fileId, contentModifiedAt: 1000 });
    expect(dated).toMatchObject({ content_modified_at: '1970-01-01T00:00:01.000Z', etag: '1' });
  });

  it('copies a named version with its dates, into a new file with one version', async () => {
    await using t = await openWorld();
    const first = await putFile(t.service, t.ann, '0', 'a', 'one');
    await uploadVersion(t.service, t.ann, { fileId: first.id, content: bytesOf('two!') });
    const copy = await copyFile(t.service, t.ann, {
      fileId: first.id,
      parentId: '0',
      name: 'copy',
      versionId: first.file_version.id,
    });
    expect(copy).toMatchObject({ name: 'copy', sha1: first.sha1, size: 3, version_number: '1', etag: '0' });
    const unknown = copyFile(t.service, t.ann, { fileId: first.id, parentId: '0', name: 'c2', versionId: '7' });
    expect((await refusalOf(unknown)).code).toBe('not_found');
  });

  it('shows a file in the trash with its status, and not its content', async () => {
    await using t = await openWorld();
    const { id: fileId } = await putFile(t.service, t.ann, '0', 'a');
    await deleteFile(t.service, t.ann, { fileId, ifMatch: '0' });
    const shown = await getFile(t.service, t.ann, { fileId });
    expect(shown).toMatchObject({ item_status: 'trashed', etag: '1', sequence_id: '1', parent: { id: '0' } });
    expect(shown).toMatchObject({ path_collection: { total_count: 1, entries: [{ name: 'Trash' }] } });
    expect((await refusalOf(downloadFile(t.service, t.ann, { fileId }))).code).toBe('trashed');
    expect((await refusalOf(deleteFile(t.service, t.ann, { fileId }))).code).toBe('trashed');
  });
});
