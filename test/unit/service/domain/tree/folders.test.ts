import { describe, expect, it } from 'vitest';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { copyFolder } from '../../../../../service/domain/tree/folders/copy-folder.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { getFolder } from '../../../../../service/domain/tree/folders/get-folder.ts';
import { listFolderItems } from '../../../../../service/domain/tree/folders/list-folder-items.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { verifyStore } from '../../../../../service/domain/upkeep/verify-store.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../support/service/domain-world.ts';

async function openWorld() {
  const world = await openDomainWorld();
  return {
    world,
    service: world.service,
    ann: await world.join('ann'),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const firstPage = { form: 'offset', offset: 0, limit: 100, fields: undefined } as const;

describe('creating a folder', () => {
  it('gives it etag "0", sequence id "0" and a path that begins at the root', async () => {
    await using t = await openWorld();
    const docs = await createFolder(t.service, t.ann, { parentId: '0', name: 'Docs' });
    const inner = await createFolder(t.service, t.ann, { parentId: docs.id, name: 'Inner' });
    expect(docs).toMatchObject({ etag: '0', sequence_id: '0', item_status: 'active', size: 0 });
    expect(inner.path_collection.entries.map(({ id }) => id)).toEqual(['0', docs.id]);
    expect(inner.parent).toMatchObject({ id: docs.id, name: 'Docs' });
  });

  it.each([
    ['Docs', 'DOCS'],
    ['\u00e9t\u00e9', '\u0065\u0301T\u0045\u0301'],
  ])('refuses "%s" and "%s" in one folder, with the folder in the way as an array', async (one, two) => {
    await using t = await openWorld();
    const first = await createFolder(t.service, t.ann, { parentId: '0', name: one });
    const refusal = await refusalOf(createFolder(t.service, t.ann, { parentId: '0', name: two }));
    expect(refusal.code).toBe('item_name_in_use');
    expect(refusal.contextInfo?.conflicts).toEqual([
      { type: 'folder', id: first.id, etag: '0', sequence_id: '0', name: one },
    ]);
  });

  it('takes the name of a file as taken', async () => {
    await using t = await openWorld();
    await putFile(t.service, t.ann, '0', 'Report');
    const refusal = await refusalOf(createFolder(t.service, t.ann, { parentId: '0', name: 'report' }));
    expect(refusal.code).toBe('item_name_in_use');
  });

  it.each(['404', '99999999999999999', 'x'])('refuses the parent %s, which does not exist', async (parentId) => {
    await using t = await openWorld();
    expect((await refusalOf(createFolder(t.service, t.ann, { parentId, name: 'a' }))).code).toBe('not_found');
  });

  it('keeps people apart: another root may hold the same name, and neither owner sees the other', async () => {
    await using t = await openWorld();
    const bob = await t.world.join('bob');
    const mine = await createFolder(t.service, t.ann, { parentId: '0', name: 'Docs' });
    await createFolder(t.service, bob, { parentId: '0', name: 'Docs' });
    expect((await refusalOf(getFolder(t.service, bob, { folderId: mine.id }))).code).toBe('not_found');
    expect((await refusalOf(createFolder(t.service, bob, { parentId: mine.id, name: 'x' }))).code).toBe('not_found');
  });

  it('never shows a root by the id of its row', async () => {
    await using t = await openWorld();
    const request = { folderId: t.ann.user.rootId };
    expect((await refusalOf(getFolder(t.service, t.ann, request))).code).toBe('not_found');
  });
});

describe('reading a folder', () => {
  it('shows the root as "0" without etag, dates or parent', async () => {
    await using t = await openWorld();
    const root = await getFolder(t.service, t.ann, { folderId: '0' });
    expect(root).toMatchObject({
      id: '0',
      name: 'All Files',
      etag: null,
      sequence_id: null,
      parent: null,
      created_at: null,
    });
    expect(root).toMatchObject({ path_collection: { total_count: 0, entries: [] } });
  });

  it('lists folders before files, by name, and counts all', async () => {
    await using t = await openWorld();
    for (const name of ['b', 'a']) await createFolder(t.service, t.ann, { parentId: '0', name });
    for (const name of ['d.txt', 'C.txt']) await putFile(t.service, t.ann, '0', name);
    const page = await listFolderItems(t.service, t.ann, { folderId: '0', page: { ...firstPage, limit: 3 } });
    expect(page).toMatchObject({ total_count: 4, limit: 3, offset: 0 });
    expect(page.entries.map((entry) => entry.name)).toEqual(['a', 'b', 'C.txt']);
  });

  it('goes through a folder by markers while it changes, and shows nothing twice', async () => {
    await using t = await openWorld();
    for (let n = 0; n < 7; n += 1) await putFile(t.service, t.ann, '0', `f${n}`);
    const seen: string[] = [];
    let marker: string | undefined;
    do {
      const page = await listFolderItems(t.service, t.ann, {
        folderId: '0',
        page: { form: 'marker', marker, limit: 3, fields: undefined },
      });
      seen.push(...page.entries.map((entry) => entry.name ?? ''));
      const first = page.entries[0];
      if (first) await updateFile(t.service, t.ann, { fileId: first.id, name: `z-${first.name}` });
      marker = 'next_marker' in page ? (page.next_marker ?? undefined) : undefined;
    } while (marker !== undefined);
    expect(seen).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6']);
  });

  it('refuses a marker that it did not give out for this list', async () => {
    await using t = await openWorld();
    const docs = await createFolder(t.service, t.ann, { parentId: '0', name: 'Docs' });
    for (const name of ['a', 'b']) await putFile(t.service, t.ann, '0', name);
    const form = { form: 'marker', limit: 1, fields: undefined } as const;
    const page = await listFolderItems(t.service, t.ann, { folderId: '0', page: { ...form, marker: undefined } });
    const marker = 'next_marker' in page ? (page.next_marker ?? undefined) : undefined;
    for (const request of [
      { folderId: docs.id, page: { ...form, marker } },
      { folderId: '0', page: { ...form, marker: `x${marker}` } },
    ]) {
      expect((await refusalOf(listFolderItems(t.service, t.ann, request))).code).toBe('invalid_parameter');
    }
  });

  it('answers "not modified" to who has seen this etag', async () => {
    await using t = await openWorld();
    const docs = await createFolder(t.service, t.ann, { parentId: '0', name: 'Docs' });
    expect(await getFolder(t.service, t.ann, { folderId: docs.id, ifNoneMatch: '0' })).toBe('not_modified');
    expect(await getFolder(t.service, t.ann, { folderId: docs.id, ifNoneMatch: '1' })).toMatchObject({ id: docs.id });
  });
});

describe('changing a folder', () => {
  it('raises etag and sequence id by one with each change, and not when nothing changes', async () => {
    await using t = await openWorld();
    const { id: folderId } = await createFolder(t.service, t.ann, { parentId: '0', name: 'a' });
    const renamed = await updateFolder(t.service, t.ann, { folderId, name: 'b' });
    const same = await updateFolder(t.service, t.ann, { folderId, name: 'b', description: '' });
    const recased = await updateFolder(t.service, t.ann, { folderId, name: 'B', tags: ['x'] });
    expect([renamed.etag, same.etag, recased.etag]).toEqual(['1', '1', '2']);
    expect([renamed.sequence_id, same.sequence_id, recased.sequence_id]).toEqual(['1', '1', '2']);
  });

  it('refuses a change with a stale If-Match, which only a move and nothing else ignores', async () => {
    await using t = await openWorld();
    const { id: folderId } = await createFolder(t.service, t.ann, { parentId: '0', name: 'a' });
    const other = await createFolder(t.service, t.ann, { parentId: '0', name: 'other' });
    const rename = updateFolder(t.service, t.ann, { folderId, name: 'b', ifMatch: '7' });
    expect((await refusalOf(rename)).code).toBe('precondition_failed');
    const both = updateFolder(t.service, t.ann, { folderId, name: 'a', parentId: other.id, ifMatch: '7' });
    expect((await refusalOf(both)).code).toBe('precondition_failed');
    const moved = await updateFolder(t.service, t.ann, { folderId, parentId: other.id, ifMatch: '7' });
    expect(moved.parent?.id).toBe(other.id);
  });

  it('refuses to move a folder into itself or below itself', async () => {
    await using t = await openWorld();
    const a = await createFolder(t.service, t.ann, { parentId: '0', name: 'a' });
    const b = await createFolder(t.service, t.ann, { parentId: a.id, name: 'b' });
    for (const parentId of [a.id, b.id]) {
      const refusal = await refusalOf(updateFolder(t.service, t.ann, { folderId: a.id, parentId }));
      expect(refusal.code).toBe('cyclical_folder_structure');
    }
  });

  it('refuses to rename, move, copy or delete the root', async () => {
    await using t = await openWorld();
    const a = await createFolder(t.service, t.ann, { parentId: '0', name: 'a' });
    const codes = [
      await refusalOf(updateFolder(t.service, t.ann, { folderId: '0', name: 'x' })),
      await refusalOf(updateFolder(t.service, t.ann, { folderId: '0', parentId: a.id })),
      await refusalOf(copyFolder(t.service, t.ann, { folderId: '0', parentId: a.id })),
      await refusalOf(deleteFolder(t.service, t.ann, { folderId: '0', recursive: true })),
    ].map(({ code }) => code);
    expect(codes).toEqual(['forbidden', 'forbidden', 'bad_request', 'forbidden']);
  });

  it('carries sizes along when it moves and when it is trashed', async () => {
    await using t = await openWorld();
    const a = await createFolder(t.service, t.ann, { parentId: '0', name: 'a' });
    const b = await createFolder(t.service, t.ann, { parentId: '0', name: 'b' });
    await putFile(t.service, t.ann, a.id, 'f', '12345');
    const sizeOf = async (folderId: string) => {
      const folder = await getFolder(t.service, t.ann, { folderId });
      return folder === 'not_modified' ? null : folder.size;
    };
    const sizes = async () => [await sizeOf('0'), await sizeOf(a.id), await sizeOf(b.id)];
    expect(await sizes()).toEqual([5, 5, 0]);
    await updateFolder(t.service, t.ann, { folderId: a.id, parentId: b.id });
    expect(await sizes()).toEqual([5, 5, 5]);
    await deleteFolder(t.service, t.ann, { folderId: b.id, recursive: true });
    expect((await getFolder(t.service, t.ann, { folderId: '0' })) as object).toMatchObject({ size: 0 });
  });
});

describe('copying a folder', () => {
  it('copies all below with the same contents, and the copy lives on its own', async () => {
    await using t = await openWorld();
    const a = await createFolder(t.service, t.ann, { parentId: '0', name: 'a' });
    const inner = await createFolder(t.service, t.ann, { parentId: a.id, name: 'inner' });
    const file = await putFile(t.service, t.ann, inner.id, 'f.txt', 'text');
    const copy = await copyFolder(t.service, t.ann, { folderId: a.id, parentId: a.id, name: 'copy' });
    if (copy === 'not_modified') throw new Error('copied nothing');
    expect(copy).toMatchObject({ name: 'copy', etag: '0', sequence_id: '0', parent: { id: a.id } });
    const [innerCopy] = (await listFolderItems(t.service, t.ann, { folderId: copy.id, page: firstPage })).entries;
    const below = await listFolderItems(t.service, t.ann, { folderId: innerCopy?.id ?? '', page: firstPage });
    expect(below.entries).toMatchObject([{ type: 'file', name: 'f.txt', sha1: file.sha1, etag: '0' }]);
    expect(below.entries[0]?.id).not.toBe(file.id);
    await deleteFolder(t.service, t.ann, { folderId: inner.id, recursive: true });
    expect((await verifyStore(t.service)).faults).toEqual([]);
  });
});

describe('deleting a folder', () => {
  it('refuses one that is not empty unless the delete is recursive', async () => {
    await using t = await openWorld();
    const a = await createFolder(t.service, t.ann, { parentId: '0', name: 'a' });
    await createFolder(t.service, t.ann, { parentId: a.id, name: 'b' });
    const refusal = await refusalOf(deleteFolder(t.service, t.ann, { folderId: a.id, recursive: false }));
    expect(refusal.code).toBe('folder_not_empty');
    await deleteFolder(t.service, t.ann, { folderId: a.id, recursive: true });
    expect((await refusalOf(getFolder(t.service, t.ann, { folderId: a.id }))).code).toBe('trashed');
  });

  it('answers `trashed` when it is deleted again', async () => {
    await using t = await openWorld();
    const a = await createFolder(t.service, t.ann, { parentId: '0', name: 'a' });
    await deleteFolder(t.service, t.ann, { folderId: a.id, recursive: true });
    expect((await refusalOf(deleteFolder(t.service, t.ann, { folderId: a.id, recursive: true }))).code).toBe('trashed');
  });
});
