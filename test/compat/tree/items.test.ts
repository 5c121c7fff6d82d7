import { Readable } from 'node:stream';
import type { BoxClient } from 'box-node-sdk';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipEntries } from '../../support/files/zip-entries.ts';
import { eventually } from '../../support/programs/processes.ts';
import { sdkClient } from '../../support/service/callers/sdk-client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let client: BoxClient;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  client = sdkClient(service, service.person.token);
});
afterAll(() => service.stop());

const newFolder = async (parentId = '0') => {
  return (await client.folders.createFolder({ name: `folder ${++made}`, parent: { id: parentId } })).id;
};
const newFile = async (parentId = '0', content = 'content') => {
  const attributes = { name: `file ${++made}`, parent: { id: parentId } };
  const uploaded = await client.uploads.uploadFile({ attributes, file: Readable.from([Buffer.from(content)]) });
  return String(uploaded.entries?.[0]?.id);
};
const newWebLink = async (parentId = '0') => {
  const body = { url: 'https://example.com/', name: `link ${++made}`, parent: { id: parentId }, description: 'd' };
  return (await client.webLinks.createWebLink(body)).id;
};
const failure = async (request: Promise<unknown>) =>
  request.then(
    () => null,
    (error: { responseInfo?: { statusCode: number } }) => error.responseInfo?.statusCode,
  );

/** `fields` names one field; the SDK reads these answers only if they hold more. */
const onlyName = { queryParams: { fields: ['name'] } };

describe('the public SDK with web links', () => {
  test('creates, gets, updates, moves and deletes one', async () => {
    const [id, folder] = [await newWebLink(), await newFolder()];
    const updated = await client.webLinks.updateWebLinkById(id, {
      requestBody: { url: 'https://example.org/', name: 'Moved', parent: { id: folder } },
    });
    expect(updated).toMatchObject({ url: 'https://example.org/', name: 'Moved', parent: { id: folder } });
    expect((await client.webLinks.getWebLinkById(id)).pathCollection?.entries?.map((entry) => entry.id)).toEqual([
      '0',
      folder,
    ]);
    await client.webLinks.deleteWebLinkById(id);
    expect((await client.webLinks.getWebLinkById(id)).itemStatus).toBe('trashed');
  });

  test('restores one from the trash and permanently deletes another', async () => {
    const id = await newWebLink();
    await client.webLinks.deleteWebLinkById(id);
    expect((await client.trashedWebLinks.getTrashedWebLinkById(id)).itemStatus).toBe('trashed');
    const restored = await client.trashedWebLinks.restoreWeblinkFromTrash(id);
    expect(restored).toMatchObject({ id, itemStatus: 'active', sequenceId: expect.any(String) });
    await client.webLinks.deleteWebLinkById(id);
    expect((await client.trashedWebLinks.getTrashedWebLinkById(id, onlyName)).id).toBe(id);
    const again = await client.trashedWebLinks.restoreWeblinkFromTrash(id, onlyName);
    expect(again).toMatchObject({ id, pathCollection: { totalCount: 1 }, sequenceId: expect.any(String) });
    await client.webLinks.deleteWebLinkById(id);
    await client.trashedWebLinks.deleteTrashedWebLinkById(id);
    expect(await failure(client.webLinks.getWebLinkById(id))).toBe(404);
  });
});

describe('the public SDK with folders', () => {
  test('gets one with its items and every field', async () => {
    const folder = await newFolder();
    const ids = [await newFolder(folder), await newFile(folder), await newWebLink(folder)];
    const got = await client.folders.getFolderById(folder);
    expect(got.itemCollection?.entries?.map((entry) => entry.id)).toEqual(ids);
    const fields = [
      'tags',
      'permissions',
      'sync_state',
      'has_collaborations',
      'watermark_info',
      'folder_upload_email',
      'size',
    ];
    const full = await client.folders.getFolderById(folder, { queryParams: { fields } });
    expect(full).toMatchObject({
      syncState: 'synced',
      hasCollaborations: false,
      size: 7,
      permissions: { canUpload: true },
    });
    expect(full.itemCollection).toBeUndefined();
  });

  test('lists items by offset and by marker', async () => {
    const folder = await newFolder();
    for (let index = 0; index < 5; index++) await newFolder(folder);
    const page = await client.folders.getFolderItems(folder, {
      queryParams: { limit: 2, offset: 2, sort: 'name', direction: 'DESC' },
    });
    expect([page.totalCount, page.limit, page.offset, page.entries?.length]).toEqual([5, 2, 2, 2]);
    const seen: string[] = [];
    for (let marker: string | undefined; ; ) {
      const next = await client.folders.getFolderItems(folder, {
        queryParams: { usemarker: true, limit: 2, ...(marker === undefined ? {} : { marker }) },
      });
      seen.push(...(next.entries ?? []).map((entry) => entry.id));
      if (!next.nextMarker) break;
      marker = next.nextMarker;
    }
    expect(new Set(seen).size).toBe(5);
  });

  test('copies one', async () => {
    const [source, target] = [await newFolder(), await newFolder()];
    await newFile(source);
    const copy = await client.folders.copyFolder(source, { name: 'copy', parent: { id: target } });
    expect(copy).toMatchObject({ name: 'copy', parent: { id: target } });
    expect((await client.folders.getFolderItems(copy.id)).entries).toHaveLength(1);
  });

  test('trashes, lists, restores and purges one', async () => {
    const id = await newFolder();
    await client.folders.deleteFolderById(id, { queryParams: { recursive: true } });
    expect((await client.trashedItems.getTrashedItems()).entries?.map((entry) => entry.id)).toContain(id);
    expect((await client.trashedFolders.getTrashedFolderById(id)).itemStatus).toBe('trashed');
    expect((await client.trashedFolders.restoreFolderFromTrash(id)).id).toBe(id);
    await client.folders.deleteFolderById(id);
    expect(await client.trashedFolders.getTrashedFolderById(id, onlyName)).toMatchObject({ id, itemStatus: 'trashed' });
    expect((await client.trashedFolders.restoreFolderFromTrash(id, onlyName)).id).toBe(id);
    await client.folders.deleteFolderById(id);
    await client.trashedFolders.deleteTrashedFolderById(id);
    expect(await failure(client.folders.getFolderById(id))).toBe(404);
  });

  test('locks and unlocks one', async () => {
    const id = await newFolder();
    const lock = await client.folderLocks.createFolderLock({
      folder: { type: 'folder', id },
      lockedOperations: { move: true, delete: true },
    });
    expect(lock).toMatchObject({ lockType: 'freeze', folder: { id } });
    const listed = await client.folderLocks.getFolderLocks({ folderId: id });
    expect(listed.entries?.map((entry) => entry.id)).toEqual([lock.id]);
    expect(await failure(client.folders.deleteFolderById(id))).toBe(403);
    await client.folderLocks.deleteFolderLockById(String(lock.id));
    await client.folders.deleteFolderById(id);
  });

  test('transfers all files of a person', async () => {
    const [from, to] = [await service.addPerson('from@example.com'), await service.addPerson('to@example.com')];
    await sdkClient(service, from.token).folders.createFolder({ name: 'mine', parent: { id: '0' } });
    const folder = await client.transfer.transferOwnedFolder(from.id, { ownedBy: { id: to.id } });
    expect(folder.ownedBy?.id).toBe(to.id);
    expect((await sdkClient(service, to.token).folders.getFolderItems(folder.id)).entries).toHaveLength(1);
  });
});

describe('the public SDK with files', () => {
  test('gets, updates, tags, locks and copies one', async () => {
    const id = await newFile();
    const updated = await client.files.updateFileById(id, {
      requestBody: {
        name: 'renamed',
        description: 'd',
        tags: ['red'],
        lock: { access: 'lock', isDownloadPrevented: false },
      },
      queryParams: { fields: ['tags', 'lock', 'description'] },
    });
    expect(updated).toMatchObject({
      name: 'renamed',
      tags: ['red'],
      lock: { type: 'lock', isDownloadPrevented: false },
    });
    const unlocked = await client.files.updateFileById(id, {
      requestBody: { lock: null },
      queryParams: { fields: ['lock'] },
    });
    expect(unlocked.lock ?? null).toBeNull();
    const copy = await client.files.copyFile(id, { parent: { id: await newFolder() }, name: 'copy' });
    expect(copy.name).toBe('copy');
    expect((await client.files.getFileById(id)).etag).toBe('2');
  });

  test('every field that the SDK knows', async () => {
    const fields = [
      'permissions,tags,lock,extension,is_package,expiring_embed_link,watermark_info,allowed_invitee_roles,has_collaborations',
      'is_externally_owned,metadata,representations,classification,uploader_display_name,disposition_at,version_number',
      'shared_link_permission_options,is_associated_with_app_item,comment_count,is_accessible_via_shared_link',
    ];
    const file = await client.files.getFileById(await newFile(), { queryParams: { fields } });
    expect(file).toMatchObject({ uploaderDisplayName: 'Ann', versionNumber: '1', permissions: { canPreview: true } });
    expect(file.representations?.entries).toEqual([]);
  });

  test('downloads one, and knows its address', async () => {
    const id = await newFile('0', 'dear');
    const stream = await client.downloads.downloadFile(id);
    const chunks: Buffer[] = [];
    for await (const chunk of stream ?? []) chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).toString()).toBe('dear');
    expect(await client.downloads.getDownloadFileUrl(id)).toContain('/download/');
  });

  test('finds the address of a thumbnail, and fetches it', async () => {
    const id = await newFile();
    const queryParams = { minWidth: 32, maxWidth: 320 };
    const address = await client.files.getFileThumbnailUrl(id, 'png', { queryParams });
    expect(address).toMatch(/\/icons\/\w+\.svg$/);
    const chunks: Buffer[] = [];
    for await (const chunk of (await client.files.getFileThumbnailById(id, 'jpg')) ?? [])
      chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).toString()).toContain('<svg');
    const tooSmall = client.files.getFileThumbnailUrl(id, 'png', { queryParams: { minWidth: 31 } });
    expect(await failure(tooSmall)).toBe(400);
  });

  test('finds the URL of the thumbnail of a picture, and fetches it', async () => {
    const content = await sharp({ create: { width: 64, height: 32, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const attributes = { name: `picture ${++made}.png`, parent: { id: '0' } };
    const uploaded = await client.uploads.uploadFile({ attributes, file: Readable.from([content]) });
    const id = String(uploaded.entries?.[0]?.id);
    let url = '';
    await eventually('drawn', async () => {
      url = await client.files.getFileThumbnailUrl(id, 'png');
      return !url.endsWith('.svg');
    });
    const byUrl = await fetch(url);
    expect([byUrl.status, byUrl.headers.get('content-type')]).toEqual([200, 'image/png']);
    const chunks: Buffer[] = [];
    for await (const chunk of (await client.files.getFileThumbnailById(id, 'png')) ?? [])
      chunks.push(Buffer.from(chunk));
    expect(Buffer.from(await byUrl.arrayBuffer()).equals(Buffer.concat(chunks))).toBe(true);
    expect(await sharp(Buffer.concat(chunks)).metadata()).toMatchObject({ format: 'png', width: 64, height: 32 });
  });

  test('trashes, restores and purges one', async () => {
    const id = await newFile();
    await client.files.deleteFileById(id);
    expect((await client.files.getFileById(id)).itemStatus).toBe('trashed');
    expect((await client.trashedFiles.getTrashedFileById(id)).itemStatus).toBe('trashed');
    expect((await client.trashedFiles.restoreFileFromTrash(id)).itemStatus).toBe('active');
    await client.files.deleteFileById(id);
    expect(await client.trashedFiles.getTrashedFileById(id, onlyName)).toMatchObject({ id, itemStatus: 'trashed' });
    expect(await client.trashedFiles.restoreFileFromTrash(id, onlyName)).toMatchObject({ id, itemStatus: 'active' });
    await client.files.deleteFileById(id);
    await client.trashedFiles.deleteTrashedFileById(id);
    expect(await failure(client.files.getFileById(id))).toBe(404);
  });

  test('versions: lists, promotes, trashes and restores', async () => {
    const id = await newFile('0', 'one');
    const attributes = { name: `file ${++made}` };
    await client.uploads.uploadFileVersion(id, { attributes, file: Readable.from([Buffer.from('two')]) });
    const past = await client.fileVersions.getFileVersions(id);
    expect(past.totalCount).toBe(1);
    const versionId = String(past.entries?.[0]?.id);
    await client.fileVersions.deleteFileVersionById(id, versionId);
    expect((await client.fileVersions.getFileVersionById(id, versionId)).trashedAt).toBeDefined();
    const restored = await client.fileVersions.updateFileVersionById(id, versionId, {
      requestBody: { trashedAt: null },
    });
    expect(restored.restoredBy?.login).toBe('ann@example.com');
    expect(restored.trashedBy ?? null).toBeNull();
    const promoted = await client.fileVersions.promoteFileVersion(id, {
      requestBody: { id: versionId, type: 'file_version' },
    });
    expect(promoted.versionNumber).toBe('3');
  });
});

test('the public SDK keeps items in the Favorites', async () => {
  const id = await newFile();
  const collections = await client.collections.getCollections();
  const favorites = String(collections.entries?.[0]?.id);
  expect((await client.collections.getCollectionById(favorites)).name).toBe('Favorites');
  await client.files.updateFileById(id, { requestBody: { collections: [{ id: favorites }] } });
  await client.sharedLinksFiles.addShareLinkToFile(id, { sharedLink: {} }, { fields: 'shared_link' });
  const items = await client.collections.getCollectionItems(favorites, { queryParams: { fields: ['shared_link'] } });
  expect(items.entries).toMatchObject([{ id, sharedLink: { effectiveAccess: expect.any(String) } }]);
});

describe('the public SDK with ZIP downloads', () => {
  test('downloads files and folders in one call', async () => {
    const [folder, file] = [await newFolder(), await newFile()];
    await newFile(folder, 'inside');
    const items = [
      { id: file, type: 'file' as const },
      { id: folder, type: 'folder' as const },
    ];
    const archive = await client.zipDownloads.downloadZip({ items, downloadFileName: 'zip' });
    const chunks: Uint8Array[] = [];
    for await (const chunk of archive ?? []) chunks.push(chunk);
    expect(zipEntries(Buffer.concat(chunks)).map(({ text }) => text)).toEqual(['content', 'inside']);
  });

  test('downloads by hand and checks the status, which counts no folders', async () => {
    const [folder, file] = [await newFolder(), await newFile()];
    const items = [
      { id: file, type: 'file' as const },
      { id: folder, type: 'folder' as const },
    ];
    const created = await client.zipDownloads.createZipDownload({ items });
    expect(created.nameConflicts).toEqual([]);
    expect(created.expiresAt?.value.getTime()).toBeGreaterThan(Date.now());
    const archive = await client.zipDownloads.getZipDownloadContent(String(created.downloadUrl));
    for await (const _chunk of archive ?? []);
    const status = await client.zipDownloads.getZipDownloadStatus(String(created.statusUrl));
    expect(status).toMatchObject({
      totalFileCount: 1,
      downloadedFileCount: 1,
      skippedFileCount: 0,
      state: 'succeeded',
    });
  });
});
