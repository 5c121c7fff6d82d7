import { expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { copyFile } from '../../../../../service/domain/tree/files/copy-file.ts';
import { downloadFile } from '../../../../../service/domain/tree/files/downloads/download-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { uploadVersion } from '../../../../../service/domain/tree/files/upload-version.ts';
import { listVersions } from '../../../../../service/domain/tree/versions/list-versions.ts';
import { bytesOf, openDomainWorld, putFile, readAll, refusalOf } from '../../../../support/service/domain-world.ts';

/** Ann has made a link on her file, which had another content before. */
async function openWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const { id: fileId, file_version: draft } = await putFile(service, ann, '0', 'file', 'draft');
  const { file_version: final } = await uploadVersion(service, ann, { fileId, content: bytesOf('final') });
  await updateFile(service, ann, { fileId, sharedLink: {} });
  return {
    service,
    ann,
    bob,
    fileId,
    draftId: draft?.id ?? '',
    finalId: final?.id ?? '',
    visitor: { ...bob, sharedLink: { itemId: fileId, role: 'viewer' as const, stamp: 's' } },
    invite: (role: 'viewer' | 'previewer') =>
      createCollaboration(service, ann, { item: { kind: 'file', id: fileId }, invited: { login: 'bob' }, role }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const textOf = async (download: ReturnType<typeof downloadFile>) =>
  String(await readAll(await (await download).open()));

test('a shared link gives the current version of a file, and none before it', async () => {
  await using t = await openWorld();
  const { service, visitor, fileId, draftId: versionId } = t;
  expect((await refusalOf(listVersions(service, t.bob, { fileId, offset: 0, limit: 9 }))).code).toBe('not_found');
  expect(await textOf(downloadFile(service, visitor, { fileId }))).toBe('final');
  expect(await textOf(downloadFile(service, visitor, { fileId, versionId: t.finalId }))).toBe('final');
  expect((await refusalOf(downloadFile(service, visitor, { fileId, versionId }))).code).toBe('not_found');
  const copy = { fileId, parentId: '0', name: 'copy' };
  expect((await refusalOf(copyFile(service, visitor, { ...copy, versionId }))).code).toBe('not_found');
  expect(await copyFile(service, visitor, { ...copy, versionId: t.finalId })).toMatchObject({ name: 'copy' });
});

test('an earlier version takes a role that may read it', async () => {
  await using t = await openWorld();
  const { service, visitor, fileId, draftId: versionId } = t;
  await t.invite('previewer');
  const refused = await refusalOf(downloadFile(service, visitor, { fileId, versionId }));
  expect(refused.code).toBe('access_denied_insufficient_permissions');
  const copied = copyFile(service, visitor, { fileId, versionId, parentId: '0', name: 'copy' });
  expect((await refusalOf(copied)).code).toBe('access_denied_insufficient_permissions');
});

test('a viewer reads and copies an earlier version, also with the link in the request', async () => {
  await using t = await openWorld();
  const { service, visitor, fileId, draftId: versionId } = t;
  await t.invite('viewer');
  expect(await textOf(downloadFile(service, visitor, { fileId, versionId }))).toBe('draft');
  const copy = await copyFile(service, visitor, { fileId, versionId, parentId: '0', name: 'copy' });
  expect(copy).toMatchObject({ size: 5, name: 'copy' });
});
