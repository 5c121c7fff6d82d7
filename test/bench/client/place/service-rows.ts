import { createHash } from 'node:crypto';
import { nameKey } from '../../../../contract/rules/names.ts';
import { systemClock } from '../../../../service/adapters/system-clock.ts';
import { openService } from '../../../../service/app.ts';
import { readStorageConfig } from '../../../../service/options/config.ts';
import type { FileRecord, FolderRecord } from '../../../../service/ports/metadata/items/items.ts';
import type { MetadataStore, MetadataWrites } from '../../../../service/ports/metadata-store.ts';
import { contentOf, foldersOf, type TreeShape } from './trees.ts';

/** Folders whose rows go into one transaction. */
const FOLDERS_AT_ONCE = 50;

/**
 * Puts a made tree into the account past HTTP, as if it had been uploaded long ago: rows of folders, files and versions, and no
 * contents, since the bench never reads them. The service must not run.
 */
export async function fillAccount(data: string, login: string, shape: TreeShape): Promise<void> {
  await using opened = await openService(readStorageConfig({ data }));
  const { store } = opened.service;
  const person = await store.read((reads) => reads.users.getByLogin(login));
  const root = person === null ? null : await store.read((reads) => reads.items.get(person.rootId));
  if (root?.kind !== 'folder') throw new Error('The person has no root.');
  const ids = new Map<string, string>([['', root.id]]);
  let waiting: Portion = [];
  for (const folder of foldersOf(shape)) {
    waiting.push(folder);
    if (waiting.length < FOLDERS_AT_ONCE) continue;
    await addPortion(store, root, ids, waiting, shape.fileBytes);
    waiting = [];
  }
  await addPortion(store, root, ids, waiting, shape.fileBytes);
}

type Portion = { readonly path: string; readonly files: readonly string[] }[];

async function addPortion(
  store: MetadataStore,
  model: FolderRecord,
  ids: Map<string, string>,
  portion: Portion,
  fileBytes: number,
): Promise<void> {
  await store.transaction(async (tx) => {
    for (const { path, files } of portion) {
      const slash = path.lastIndexOf('/');
      const parentId = ids.get(slash < 0 ? '' : path.slice(0, slash)) ?? '';
      const name = path.slice(slash + 1);
      const now = systemClock.now();
      const folder = { ...model, id: await tx.allocateId(), parentId, name, createdAt: now, modifiedAt: now };
      await tx.items.insert(folder, nameKey(name));
      ids.set(path, folder.id);
      await addFiles(tx, folder, path, files, fileBytes);
    }
  });
}

async function addFiles(
  tx: MetadataWrites,
  folder: FolderRecord,
  path: string,
  names: readonly string[],
  sizeBytes: number,
): Promise<void> {
  for (const name of names) {
    const [id, versionId] = await tx.allocatePair();
    const sha1 = createHash('sha1')
      .update(contentOf(`${path}/${name}`, sizeBytes))
      .digest('hex');
    const { syncState: _s, canNonOwnersInvite: _i, canNonOwnersViewCollaborators: _v, ...common } = folder;
    const { isCollaborationRestrictedToEnterprise: _c, ...fields } = common;
    const own = { versionId, versionNumber: 1, sha1, uploaderDisplayName: '', lock: null };
    const item: FileRecord = { ...fields, kind: 'file', id, parentId: folder.id, name, sizeBytes, ...own };
    await tx.versions.insertFirst(item, nameKey(name), versionOf(item));
  }
}

const versionOf = (item: FileRecord) => ({
  id: item.versionId,
  fileId: item.id,
  number: 1,
  blobId: `bench-${item.id}`,
  sha1: item.sha1,
  sizeBytes: item.sizeBytes,
  name: item.name,
  createdAt: item.createdAt,
  modifiedAt: item.modifiedAt,
  modifiedBy: item.modifiedBy,
  contentCreatedAt: item.contentCreatedAt,
  contentModifiedAt: item.contentModifiedAt,
  uploaderDisplayName: '',
  trashedAt: null,
  trashedBy: null,
  restoredAt: null,
  restoredBy: null,
});
