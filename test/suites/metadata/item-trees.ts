import { describe, expect, it } from 'vitest';
import { nameKey } from '../../../contract/rules/names.ts';
import { presentMini } from '../../../service/domain/kernel/mini.ts';
import type {
  ItemCursor,
  ItemRecord,
  ItemSort,
  MiniRecord,
  SortDirection,
} from '../../../service/ports/metadata/items/items.ts';
import type { MetadataReads } from '../../../service/ports/metadata-store.ts';
import { ann, copyTree, file, folder, type MetadataStoreFixture, webLink, withAnn } from './metadata-store.ts';

type Open = () => Promise<MetadataStoreFixture>;

const page = { sort: 'name', direction: 'ASC', offset: 0, limit: 1000 } as const;

/** The contract of every metadata store for whole trees and for items that appear in a folder from elsewhere. */
export function itemTreeSuite(open: Open): void {
  copySuite(open);
  mergedListingSuite(open);
  folderSizeSuite(open);
  miniTextSuite(open);
  tagSuite(open);
}

const COPIED_AT = 7_000_000_000_000;

function copySuite(open: Open): void {
  describe('trees', () => {
    const copyTo = (parentId: string) => ({
      folderId: '10',
      parentId,
      ownerId: '1',
      name: 'Copy',
      nameKey: 'copy',
      words: [],
      above: { folderIds: [], bytes: 0 },
      createdBy: '1',
      createdAt: COPIED_AT,
      versionsCreatedAt: 7_000_000_000_001,
      uploaderDisplayName: 'Ann',
    });

    it('copies a folder with all below it, each item under a new id, its contents shared', async () => {
      await using fixture = await withTree(open);
      const { store } = fixture;
      const copies = await store.transaction((tx) => copyTree(tx, copyTo('2')));
      expect([...copies.keys()].sort()).toEqual(['10', '11', '12', '13']);
      expect(new Set(copies.values()).size).toBe(4);
      await store.read(async (reads) => {
        const [top, inner, leaf, link] = await Promise.all(
          ['10', '11', '12', '13'].map((id) => reads.items.get(copies.get(id) ?? '')),
        );
        expect(top).toMatchObject({ kind: 'folder', parentId: '2', name: 'Copy', etag: 0, createdAt: COPIED_AT });
        expect(inner).toMatchObject({ kind: 'folder', parentId: top?.id, name: 'inner', syncState: 'not_synced' });
        expect(leaf).toMatchObject({ kind: 'file', parentId: inner?.id, name: 'leaf', versionNumber: 1, lock: null });
        expect(link).toMatchObject({ kind: 'web_link', parentId: top?.id, url: 'https://example.com/' });
        const [version] = await reads.versions.listOfFiles([leaf?.id ?? '']);
        expect(version).toMatchObject({
          blobId: 'b',
          number: 1,
          createdAt: 7_000_000_000_001,
          sizeBytes: 5,
          name: 'leaf',
          uploaderDisplayName: 'Ann',
        });
        expect(leaf).toMatchObject({ versionId: version?.id });
        expect(await reads.tags.ofPerson('1', 10)).toEqual(['red']);
      });
    });

    it('copies into a folder below the original: the copy holds no copy of itself', async () => {
      await using fixture = await withTree(open);
      const above = { folderIds: ['11', '10', '2'], bytes: 5 };
      const copies = await fixture.store.transaction((tx) => copyTree(tx, { ...copyTo('11'), above }));
      expect(copies.size).toBe(4);
      await fixture.store.read(async ({ items, trees }) => {
        expect(await trees.measure('10')).toEqual({ items: 8, bytes: 10 });
        const ids = ['2', '10', '11', copies.get('10') ?? '', copies.get('11') ?? ''];
        expect(await Promise.all(ids.map(async (id) => (await items.get(id))?.sizeBytes))).toEqual([5, 5, 5, 0, 0]);
      });
    });

    it('outlines a folder without what is in the trash, no further than asked', async () => {
      await using fixture = await withTree(open);
      await fixture.store.read(async ({ trees }) => {
        expect(await trees.outline('10', 10)).toEqual({ ids: ['10', '11', '12', '13'], bytes: 5 });
        expect((await trees.outline('10', 2)).ids).toHaveLength(2);
        expect(await trees.outline('404', 2)).toEqual({ ids: [], bytes: 0 });
      });
    });

    it('measures no further than asked', async () => {
      await using fixture = await withTree(open);
      const { trees } = await fixture.store.read(async (reads) => ({ trees: await reads.trees.measure('10', 2) }));
      expect(trees.items).toBe(2);
    });

    it('passes a tree on, and all of a root', async () => {
      await using fixture = await withTree(open);
      await fixture.store.transaction(async (tx) => {
        expect(await tx.trees.versionBytes('11')).toBe(5);
        await tx.trees.passOn('11', '1', '1');
        await tx.trees.passOnAll({ rootId: '2', ownerId: '1' }, { folderId: '10', ownerId: '1' });
      });
      const [receiving, moved] = await fixture.store.read((reads) => reads.items.getMany(['10', '14']));
      expect(receiving).toMatchObject({ parentId: '2' });
      expect(moved).toMatchObject({ parentId: '10' });
    });

    it('passes a tree on without what was trashed from it, to an owner who collaborates on it no longer', async () => {
      await using fixture = await withTree(open);
      const { store } = fixture;
      const bob = { ...ann, id: '5', login: 'bob', rootId: '6' };
      const root = folder('6', 'All Files', { parentId: null, ownerId: '5' });
      const deep = folder('16', 'trashed deep', { parentId: '11', trashedAt: 5, trashedBy: '1' });
      const plain = { groupId: null, inviteEmail: null, role: 'viewer', createdBy: '1', createdAt: 1 } as const;
      const rest = { modifiedAt: 1, acknowledgedAt: 1, expiresAt: null, isAccessOnly: false, canViewPath: false };
      const shared = { ...plain, ...rest, status: 'accepted' as const };
      await store.transaction(async (tx) => {
        await tx.users.insert(bob);
        await tx.items.insert(root, 'all files');
        await tx.items.insert(deep, deep.name);
        await tx.collaborations.insert({ ...shared, id: '900', userId: '5', itemId: '10' });
        await tx.collaborations.insert({ ...shared, id: '901', userId: '5', itemId: '11' });
        await tx.collaborations.insert({ ...shared, id: '902', userId: '1', itemId: '11' });
        await tx.trees.passOn('10', '1', '5');
      });
      await store.read(async ({ items, collaborations }) => {
        const passed = await items.getMany(['10', '11', '12', '13']);
        expect(passed.map(({ ownerId }) => ownerId)).toEqual(['5', '5', '5', '5']);
        expect(await items.getMany(['15', '16'])).toMatchObject([
          { ownerId: '1', parentId: '2' },
          { ownerId: '1', parentId: '2' },
        ]);
        const left = await collaborations.listOfItems(['10', '11']);
        expect(left.map(({ id }) => id)).toEqual(['902']);
      });
    });

    it('names the shared items below a folder, small or large', async () => {
      await using fixture = await withTree(open);
      const { store } = fixture;
      const share = {
        groupId: null,
        inviteEmail: null,
        role: 'viewer' as const,
        createdBy: '1',
        createdAt: 1,
        modifiedAt: 1,
      };
      const rest = { acknowledgedAt: 1, expiresAt: null, isAccessOnly: false, canViewPath: false };
      const status = 'accepted' as const;
      await store.transaction((tx) =>
        tx.collaborations.insert({ id: '900', itemId: '11', userId: '1', status, ...share, ...rest }),
      );
      const below = (id: string) => store.read((reads) => reads.collaborations.listAcceptedBelow(id));
      expect((await below('10')).map(({ id }) => id)).toEqual(['900']);
      expect(await below('11')).toEqual([]);
      await store.transaction(async (tx) => {
        for (let id = 2000; id < 2600; id += 1)
          await tx.items.insert(folder(String(id), `n${id}`, { parentId: '10' }), `n${id}`);
      });
      expect((await below('10')).map(({ id }) => id)).toEqual(['900']);
      expect(await below('14')).toEqual([]);
    });
  });
}

/** 10 holds 11 and the web link 13, 11 holds the file 12 with a lock and a tag; 14 stands beside. */
async function withTree(open: Open): Promise<MetadataStoreFixture> {
  const fixture = await withAnn(open);
  const lock = { id: '99', createdBy: '1', createdAt: 1, expiresAt: null, isDownloadPrevented: false };
  const leaf = file('12', 'leaf', { parentId: '11', sizeBytes: 5, lock, tags: ['red'] });
  const items: ItemRecord[] = [
    folder('10', 'top'),
    folder('11', 'inner', { parentId: '10', syncState: 'not_synced' }),
    leaf,
    webLink('13', 'link', { parentId: '10' }),
    folder('14', 'beside'),
    folder('15', 'trashed', { parentId: '10', trashedAt: 5, trashedBy: '1' }),
  ];
  await fixture.store.transaction(async (tx) => {
    for (const item of items) await tx.items.insert(item, item.name);
    await tx.versions.insert({
      id: leaf.versionId,
      fileId: '12',
      number: 1,
      blobId: 'b',
      sha1: leaf.sha1,
      sizeBytes: 5,
      name: 'leaf',
      createdAt: 1,
      modifiedAt: 1,
      modifiedBy: '1',
      contentCreatedAt: 1,
      contentModifiedAt: 1,
      uploaderDisplayName: 'Ann',
      trashedAt: null,
      trashedBy: null,
      restoredAt: null,
      restoredBy: null,
    });
    await tx.tags.set('12', ['red'], '1');
  });
  return fixture;
}

function folderSizeSuite(open: Open): void {
  describe('sizes of folders', () => {
    it.each([1, 40])('grow in a path of %i folders, and only there', async (depth) => {
      await using fixture = await withAnn(open);
      const ids = Array.from({ length: depth }, (_, index) => String(100 + index));
      await fixture.store.transaction(async (tx) => {
        for (const id of [...ids, '99']) await tx.items.insert(folder(id, id), id);
        await tx.items.addSize(ids, 7);
        await tx.items.addSize(ids, -2);
      });
      const sizes = async (reads: MetadataReads) =>
        (await reads.items.getMany([...ids, '99'])).toSorted((one, other) => Number(one.id) - Number(other.id));
      const found = await fixture.store.read(sizes);
      expect(found.map(({ sizeBytes }) => sizeBytes)).toEqual([0, ...ids.map(() => 5)]);
    });
  });
}

function miniTextSuite(open: Open): void {
  describe('a folder as text', () => {
    const names = [
      'plain',
      '"quoted"',
      'back\\slash',
      'tab\tline\nreturn\r',
      '\b\f\u0001\u001f\u007f',
      'ä\u2028\u2029',
      '😀',
    ];

    it('is the JSON of its items in mini form, in every order', async () => {
      await using fixture = await withAnn(open);
      const items = names.flatMap((name, index) => [
        folder(String(100 + index), `${name}1`),
        file(String(200 + index), `${name}2`, { etag: index }),
        webLink(String(300 + index), `${name}3`, { url: `https://example.com/"${index}"?a=b&c=/` }),
      ]);
      await fixture.store.transaction(async (tx) => {
        for (const item of items) await tx.items.insert(item, nameKey(item.name));
      });
      const query = { folderId: '2', alsoItems: [] };
      await fixture.store.read(async (reads) => {
        for (const sort of ['id', 'name', 'date', 'size'] as const) {
          for (const direction of ['ASC', 'DESC'] as const) {
            const some = { sort, direction, offset: 2, limit: 17 };
            const expected = (await reads.items.listMinis(query, some)).map(presentMini);
            expect(expected).toHaveLength(17);
            expect(listed(await reads.items.miniText('2', some))).toEqual(expected);
            await expectPagesAfter(reads, { sort, direction }, items.length);
          }
        }
        expect(await reads.items.miniText('100', page)).toHaveLength(0);
      });
    });
  });
}

/** The entries of a text without its brackets. */
function listed(text: Uint8Array): unknown {
  return JSON.parse(`[${new TextDecoder().decode(text)}]`);
}

/** Follows the pages behind cursors, as text and as objects, to the end. */
async function expectPagesAfter(
  reads: MetadataReads,
  order: { readonly sort: ItemSort; readonly direction: SortDirection },
  total: number,
): Promise<void> {
  const query = { folderId: '2', alsoItems: [] };
  const seen: string[] = [];
  for (let after: ItemCursor | null = null; ; ) {
    const some = { ...order, after, limit: 4 };
    const found: readonly MiniRecord[] = await reads.items.listMinisAfter(query, some);
    const { text, lastId } = await reads.items.miniTextAfter('2', some);
    expect(listed(text)).toEqual(found.map(presentMini));
    seen.push(...found.map(({ id }) => id));
    expect(lastId).toBe(seen.length < total ? (found.at(-1)?.id ?? '') : null);
    const last = lastId === null ? null : await reads.items.get(lastId);
    if (last === null) break;
    after = reads.items.cursorOf(last, order.sort);
  }
  expect(new Set(seen).size).toBe(total);
}

function mergedListingSuite(open: Open): void {
  describe('a folder in which items from elsewhere appear', () => {
    it('lists them where they belong, by offset and by cursor, in every order', async () => {
      await using fixture = await withAnn(open);
      const { store } = fixture;
      const names = ['a', 'b', 'ä', 'k', 'é', 'z', '😀', '\uffee'];
      const make = (id: number, parentId: string): ItemRecord => {
        const name = `${names[id % names.length]} ${id}`;
        const more = { parentId, modifiedAt: (id * 7) % 5, sizeBytes: (id * 11) % 4 };
        const kinds = [folder(String(id), name, more), file(String(id), name, more), webLink(String(id), name, more)];
        return kinds[id % 3] ?? folder(String(id), name, more);
      };
      const own = Array.from({ length: 30 }, (_, index) => make(100 + index, '2'));
      const others = Array.from({ length: 7 }, (_, index) => make(200 + index * 3, '50'));
      const all = [folder('50', 'elsewhere', { parentId: '2', trashedAt: 1, trashedBy: '1' }), ...own, ...others];
      await store.transaction(async (tx) => {
        for (const item of all) await tx.items.insert(item, item.name);
      });
      const query = { folderId: '2', alsoItems: others };
      for (const sort of ['id', 'name', 'date', 'size'] as const) {
        for (const direction of ['ASC', 'DESC'] as const) {
          const expected = [...own, ...others].sort(orderOf(sort, direction)).map(({ id }) => id);
          await store.read(async (reads) => {
            for (let offset = 0; offset < 40; offset += 3) {
              const found = await reads.items.listChildren(query, { sort, direction, offset, limit: 4 });
              expect(found.map(({ id }) => id)).toEqual(expected.slice(offset, offset + 4));
            }
            expect(await reads.items.countChildren(query)).toBe(37);
            const seen: string[] = [];
            for (let after: ReturnType<typeof reads.items.cursorOf> | null = null; ; ) {
              const found: readonly ItemRecord[] = await reads.items.listChildrenAfter(query, {
                sort,
                direction,
                after,
                limit: 4,
              });
              seen.push(...found.map(({ id }) => id));
              const last = found.at(-1);
              if (!last) break;
              after = reads.items.cursorOf(last, sort);
            }
            expect(seen).toEqual(expected);
          });
        }
      }
    });
  });
}

const kinds = ['folder', 'file', 'web_link'];

function orderOf(sort: ItemSort, direction: SortDirection): (one: ItemRecord, other: ItemRecord) => number {
  const sign = direction === 'ASC' ? 1 : -1;
  const value = (item: ItemRecord) =>
    ({ id: Number(item.id), name: 0, date: item.modifiedAt, size: item.sizeBytes })[sort];
  return (one, other) =>
    kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
    sign * (value(one) - value(other)) ||
    (sort === 'name' ? sign * Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)) : 0) ||
    sign * (Number(one.id) - Number(other.id));
}

function tagSuite(open: Open): void {
  describe('tags, locks, favorites and purges', () => {
    it('counts different tags, keeps whose they are, and forgets those that nothing carries', async () => {
      await using fixture = await withTree(open);
      await fixture.store.transaction(async (tx) => {
        await tx.tags.set('10', ['red', 'blue'], '1');
        await tx.tags.set('10', ['blue', 'green'], '2');
        expect(await tx.tags.count()).toBe(3);
        expect(await tx.tags.known(['red', 'none'])).toEqual(new Set(['red']));
        expect(await tx.tags.ofPerson('1', 10)).toEqual(['blue', 'red']);
        expect(await tx.tags.ofPerson('2', 10)).toEqual(['green']);
        await tx.tags.set('12', [], '1');
        await tx.tags.forgetUnused();
        expect(await tx.tags.count()).toBe(2);
      });
    });

    it('deleting an item deletes its dependent rows', async () => {
      await using fixture = await withTree(open);
      await fixture.store.transaction(async (tx) => {
        await tx.folderLocks.insert({ id: '800', folderId: '14', createdBy: '1', createdAt: 1 });
        await tx.favorites.add('1', '14', 1);
        await tx.favorites.add('1', '14', 2);
        await tx.tags.set('14', ['blue'], '1');
        expect(await tx.folderLocks.listOfOwner('1')).toHaveLength(1);
        expect(await tx.favorites.list('1')).toHaveLength(1);
        await tx.items.delete(['14']);
        expect(await tx.folderLocks.get('800')).toBeNull();
        expect(await tx.favorites.list('1')).toEqual([]);
        expect(await tx.tags.ofPerson('1', 10)).toEqual(['red']);
      });
    });

    it('names the folders whose content is to go, one behind the other', async () => {
      await using fixture = await withTree(open);
      await fixture.store.transaction(async (tx) => {
        await tx.purges.add([10, 30, 20].map((id) => ({ folderId: String(id), ownerId: '1' })));
        expect(await tx.purges.next('0')).toEqual({ folderId: '10', ownerId: '1' });
        expect(await tx.purges.get('20')).toEqual(await tx.purges.next('10'));
        await tx.purges.done('30');
        expect([await tx.purges.next('20'), await tx.purges.get('30')]).toEqual([null, null]);
      });
    });
  });
}
