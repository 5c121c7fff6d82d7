import { describe, expect, it } from 'vitest';
import type { TreeCopy } from '../../../service/ports/metadata/items/item-trees.ts';
import type {
  FileRecord,
  FolderRecord,
  ItemSort,
  SortDirection,
  WebLinkRecord,
} from '../../../service/ports/metadata/items/items.ts';
import { plainProfile, type UserRecord } from '../../../service/ports/metadata/people/users.ts';
import type { MetadataStore, MetadataWrites } from '../../../service/ports/metadata-store.ts';

/** A store to try, and a second handle on the same data, as another process would have it. */
export interface MetadataStoreFixture extends AsyncDisposable {
  readonly store: MetadataStore;
  openAnother(): Promise<MetadataStore>;
}

type Open = () => Promise<MetadataStoreFixture>;

/** The contract of every metadata store. */
export function metadataStoreSuite(open: Open): void {
  transactionSuite(open);
  itemSuite(open);
  eventSuite(open);
}

export const ann: UserRecord = {
  id: '1',
  login: 'Ann@Example.org',
  name: 'Ann',
  role: 'admin',
  status: 'active',
  rootId: '2',
  language: 'en',
  timezone: 'UTC',
  spaceAmountBytes: 5_000_000_000,
  spaceUsedBytes: 0,
  createdAt: 1,
  modifiedAt: 1,
  maxUploadBytes: null,
  externalAppUserId: null,
  lastSignInAt: null,
  profile: plainProfile,
};

const root: FolderRecord = {
  kind: 'folder',
  id: '2',
  ownerId: '1',
  parentId: null,
  name: 'All Files',
  description: '',
  etag: 0,
  sequenceId: 0,
  sizeBytes: 0,
  tags: [],
  createdAt: 1,
  modifiedAt: 1,
  contentCreatedAt: 1,
  contentModifiedAt: 1,
  createdBy: '1',
  modifiedBy: '1',
  trashedAt: null,
  trashedBy: null,
  syncState: 'synced',
  canNonOwnersInvite: true,
  canNonOwnersViewCollaborators: true,
  isCollaborationRestrictedToEnterprise: false,
};

export function folder(id: string, name: string, changes: Partial<FolderRecord> = {}): FolderRecord {
  return { ...root, id, parentId: '2', name, ...changes };
}

export function file(id: string, name: string, changes: Partial<FileRecord> = {}): FileRecord {
  return {
    kind: 'file',
    id,
    ownerId: '1',
    parentId: '2',
    name,
    description: '',
    etag: 0,
    sequenceId: 0,
    sizeBytes: 0,
    tags: [],
    createdAt: 1,
    modifiedAt: 1,
    contentCreatedAt: 1,
    contentModifiedAt: 1,
    createdBy: '1',
    modifiedBy: '1',
    trashedAt: null,
    trashedBy: null,
    versionId: `${id}0`,
    uploaderDisplayName: 'Ann',
    lock: null,
    versionNumber: 1,
    sha1: 'a'.repeat(40),
    ...changes,
  };
}

/** Copies a tree as the domain does. Returns the ids of the copies by those of the originals. */
export async function copyTree(
  tx: MetadataWrites,
  copy: Omit<TreeCopy, 'copies'>,
): Promise<ReadonlyMap<string, string>> {
  const { ids } = await tx.trees.outline(copy.folderId, 1000);
  const copies = await tx.trees.numberCopies(ids);
  await tx.trees.copy({ ...copy, copies });
  return copies;
}

/** An upload session of Ann's for a file of two parts. */
export const openSession = {
  id: 'S',
  userId: '1',
  ownerId: '1',
  storedBytes: 0,
  target: { kind: 'new_file', folderId: '2', fileName: 'f' },
  fileSizeBytes: 10,
  partSizeBytes: 5,
  createdAt: 1,
  expiresAt: 9,
  state: { kind: 'open' },
} as const;

/** A web link of Ann. */
export function webLink(id: string, name: string, changes: Partial<WebLinkRecord> = {}): WebLinkRecord {
  const { syncState: _s, canNonOwnersInvite: _i, canNonOwnersViewCollaborators: _v, ...fields } = root;
  const { isCollaborationRestrictedToEnterprise: _e, ...common } = fields;
  return { ...common, kind: 'web_link', id, parentId: '2', name, url: 'https://example.com/', ...changes };
}

export async function withAnn(open: Open): Promise<MetadataStoreFixture> {
  const fixture = await open();
  await fixture.store.transaction(async (tx) => {
    await tx.users.insert(ann);
    await tx.items.insert(root, 'all files');
  });
  return fixture;
}

function transactionSuite(open: Open): void {
  describe('transactions', () => {
    it('writes nothing of a work that fails, and passes its error on', async () => {
      await using fixture = await open();
      const work = fixture.store.transaction(async (tx) => {
        await tx.putSetting('name', 'value');
        throw new Error('not this one');
      });
      await expect(work).rejects.toThrow('not this one');
      expect(await fixture.store.read((reads) => reads.setting('name'))).toBeNull();
    });

    it('keeps works that come together apart: one fails, the others are written', async () => {
      await using fixture = await open();
      const works = ['a', 'b', 'c', 'd'].map((name) =>
        fixture.store.transaction(async (tx) => {
          await tx.putSetting(name, name);
          if (name === 'b') throw new Error('b fails');
          return name;
        }),
      );
      const outcomes = await Promise.allSettled(works);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
      const settings = await fixture.store.read(async (reads) => [await reads.setting('b'), await reads.setting('c')]);
      expect(settings).toEqual([null, 'c']);
    });

    it('runs transactions one after the other, so that a read is still true at the write', async () => {
      await using fixture = await open();
      const increment = () =>
        fixture.store.transaction(async (tx) => {
          const value = Number((await tx.setting('count')) ?? '0');
          await tx.putSetting('count', String(value + 1));
        });
      await Promise.all(Array.from({ length: 250 }, increment));
      expect(await fixture.store.read((reads) => reads.setting('count'))).toBe('250');
    });

    it('reads one committed state while another transaction writes', async () => {
      await using fixture = await open();
      await fixture.store.transaction(async (tx) => tx.putSetting('name', 'before'));
      const seen = await fixture.store.read(async (reads) => {
        const first = await reads.setting('name');
        await fixture.store.transaction(async (tx) => tx.putSetting('name', 'after'));
        return [first, await reads.setting('name')];
      });
      expect(seen).toEqual(['before', 'before']);
      expect(await fixture.store.read((reads) => reads.setting('name'))).toBe('after');
    });

    it('shares committed state with another handle, and the two take turns to write', async () => {
      await using fixture = await open();
      const another = await fixture.openAnother();
      const ids = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index % 2 === 0 ? fixture.store : another).transaction((tx) => tx.allocateId()),
        ),
      );
      expect(new Set(ids).size).toBe(40);
      expect(ids.every((id) => /^\d+$/.test(id))).toBe(true);
      await another.close();
    });

    it('finds no damage in a sound store', async () => {
      await using fixture = await withAnn(open);
      expect(await fixture.store.checkIntegrity()).toEqual([]);
    });
  });
}

function itemSuite(open: Open): void {
  describe('items', () => {
    it('returns inserted items unchanged', async () => {
      await using fixture = await withAnn(open);
      const items = [
        folder('10', 'Docs', { tags: ['a', 'b'], syncState: 'not_synced', canNonOwnersInvite: false }),
        file('11', 'ä.txt', { sizeBytes: 5_000_000_000, description: 'text', etag: 3, sequenceId: 4 }),
      ];
      await fixture.store.transaction(async (tx) => {
        for (const item of items) await tx.items.insert(item, item.name);
      });
      const found = await fixture.store.read((reads) => reads.items.getMany(['10', '11', '404']));
      expect(found).toEqual(items);
    });

    it.each(['404', '-1', 'x', '99999999999999999999', ''])('finds nothing with the id "%s"', async (id) => {
      await using fixture = await withAnn(open);
      expect(await fixture.store.read((reads) => reads.items.get(id))).toBeNull();
    });

    it('finds a live item by its folded name, and not a trashed one', async () => {
      await using fixture = await withAnn(open);
      await fixture.store.transaction(async (tx) => {
        await tx.items.insert(file('11', 'A', { trashedAt: 5, trashedBy: '1' }), 'a');
        await tx.items.insert(file('12', 'A'), 'a');
      });
      const found = await fixture.store.read((reads) => reads.items.getByName('2', 'a'));
      expect(found?.id).toBe('12');
    });

    it('refuses a second live item of one name in a folder', async () => {
      await using fixture = await withAnn(open);
      await fixture.store.transaction((tx) => tx.items.insert(file('11', 'A'), 'a'));
      await expect(fixture.store.transaction((tx) => tx.items.insert(folder('12', 'a'), 'a'))).rejects.toThrow();
    });

    it('tells the folders above an item from the root down', async () => {
      await using fixture = await withAnn(open);
      await fixture.store.transaction(async (tx) => {
        await tx.items.insert(folder('10', 'one'), 'one');
        await tx.items.insert(folder('11', 'two', { parentId: '10', etag: 7 }), 'two');
      });
      const path = await fixture.store.read((reads) => reads.items.ancestors({ parentId: '11' }));
      expect(path.map(({ id, name, etag }) => [id, name, etag])).toEqual([
        ['2', 'All Files', 0],
        ['10', 'one', 0],
        ['11', 'two', 7],
      ]);
    });

    it.each(listingOrders())(
      'lists by $sort $direction, folders first, alike by offset and by cursor',
      async (order) => {
        await using fixture = await withAnn(open);
        await fixture.store.transaction(async (tx) => {
          for (let n = 0; n < 25; n += 1) {
            const fields = { modifiedAt: (n * 7) % 5, sizeBytes: (n * 3) % 4 };
            const id = String(100 + ((n * 11) % 25));
            const item = n % 3 === 0 ? folder(id, `n${(n * 13) % 25}`, fields) : file(id, `n${(n * 13) % 25}`, fields);
            await tx.items.insert(item, item.name);
          }
          await tx.items.insert(file('99', 'gone', { trashedAt: 1, trashedBy: '1' }), 'gone');
        });
        const query = { folderId: '2', alsoItems: [] };
        const whole = await fixture.store.read((reads) =>
          reads.items.listChildren(query, { ...order, offset: 0, limit: 100 }),
        );
        expect(whole).toHaveLength(25);
        expect(whole.map(({ kind }) => kind)).toEqual([...Array(9).fill('folder'), ...Array(16).fill('file')]);
        const ids: string[] = [];
        await fixture.store.read(async ({ items }) => {
          for (
            let page = await items.listChildrenAfter(query, { ...order, after: null, limit: 4 });
            page.length > 0;
          ) {
            ids.push(...page.map(({ id }) => id));
            const last = page.at(-1);
            if (!last) break;
            const after = items.cursorOf(last, order.sort);
            page = await items.listChildrenAfter(query, { ...order, after, limit: 4 });
          }
        });
        expect(ids).toEqual(whole.map(({ id }) => id));
        expect(await fixture.store.read((reads) => reads.items.countChildren(query))).toBe(25);
      },
    );

    it('shows items from elsewhere in a folder when asked to', async () => {
      await using fixture = await withAnn(open);
      await fixture.store.transaction(async (tx) => {
        await tx.items.insert(folder('10', 'here'), 'here');
        await tx.items.insert(file('11', 'there', { parentId: '10' }), 'there');
      });
      const query = { folderId: '2', alsoItems: [{ id: '11', name: 'there' }] };
      const page = { sort: 'name', direction: 'ASC', offset: 0, limit: 10 } as const;
      const listed = await fixture.store.read((reads) => reads.items.listChildren(query, page));
      expect(listed.map(({ id }) => id)).toEqual(['10', '11']);
    });

    it('finds all descendants of a folder, parents first, without those trashed separately', async () => {
      await using fixture = await withAnn(open);
      await fixture.store.transaction(async (tx) => {
        await tx.items.insert(folder('10', 'a'), 'a');
        await tx.items.insert(folder('9', 'b', { parentId: '10' }), 'b');
        await tx.items.insert(file('8', 'c', { parentId: '9' }), 'c');
        await tx.items.insert(folder('12', 'd', { parentId: '10', trashedAt: 3, trashedBy: '1' }), 'd');
        await tx.items.insert(file('13', 'e', { parentId: '12' }), 'e');
      });
      const below = await fixture.store.read((reads) => reads.items.descendants('10'));
      expect(below.map(({ id }) => id)).toEqual(['9', '8']);
    });
  });
}

function listingOrders(): { readonly sort: ItemSort; readonly direction: SortDirection }[] {
  const sorts: ItemSort[] = ['id', 'name', 'date', 'size'];
  return sorts.flatMap((sort) => [
    { sort, direction: 'ASC' as const },
    { sort, direction: 'DESC' as const },
  ]);
}

function eventSuite(open: Open): void {
  const event = (eventId: string, userIds: readonly string[]) => ({
    eventId,
    eventType: 'ITEM_CREATE' as const,
    createdAt: 1,
    createdBy: '1',
    source: { kind: 'item' as const, item: folder('10', 'x'), ancestors: [] },
    recipients: userIds.map((userId) => ({ userId, access: { kind: 'owner' as const }, isChange: userId !== '3' })),
  });

  describe('events', () => {
    it('gives each person the own events behind a position, oldest first', async () => {
      await using fixture = await open();
      const latest = (userId: string) => fixture.store.read(({ events }) => events.positionsOf(userId).latest());
      const positions: number[] = [];
      for (const [id, users] of [
        ['a', ['1']],
        ['b', ['1', '3']],
        ['c', ['3']],
      ] as const) {
        await fixture.store.transaction((tx) => tx.events.append(event(id, users)));
        positions.push(await latest('1'), await latest('3'));
      }
      const list = (userId: string, after: number, onlyChanges = false) =>
        fixture.store.read(({ events }) => events.list({ userId, after, limit: 10, onlyChanges, types: null }));
      // Each stream has positions of its own, and 1 before its first event.
      expect(positions).toEqual([1000, 1, 1001, 1000, 1001, 1001]);
      expect((await list('1', 0)).map(({ eventId }) => eventId)).toEqual(['a', 'b']);
      expect((await list('1', 1000)).map(({ eventId }) => eventId)).toEqual(['b']);
      expect((await list('3', 0)).map(({ eventId }) => eventId)).toEqual(['b', 'c']);
      expect((await list('3', 1000)).map(({ eventId }) => eventId)).toEqual(['c']);
      expect(await list('3', 0, true)).toEqual([]);
    });

    it('spends no position on a change that failed, so that no reader waits for it', async () => {
      await using fixture = await open();
      const failed = fixture.store.transaction(async (tx) => {
        await tx.events.append(event('lost', ['1']));
        throw new Error('undone');
      });
      const next = fixture.store.transaction((tx) => tx.events.append(event('kept', ['1'])));
      await expect(failed).rejects.toThrow('undone');
      await next;
      expect(await fixture.store.read(({ events }) => events.positionsOf('1').latest())).toBe(1000);
    });

    it('forgets old events', async () => {
      await using fixture = await open();
      await fixture.store.transaction((tx) => tx.events.append(event('old', ['1'])));
      await fixture.store.transaction((tx) => tx.events.append({ ...event('new', ['1']), createdAt: 9 }));
      expect(await fixture.store.transaction((tx) => tx.events.deleteBefore('people', 5, 100))).toEqual({
        deleted: 1,
        isDone: true,
      });
      const left = await fixture.store.read(({ events }) =>
        events.list({ userId: '1', after: 0, limit: 10, onlyChanges: false, types: null }),
      );
      expect(left.map(({ eventId }) => eventId)).toEqual(['new']);
    });
  });
}
