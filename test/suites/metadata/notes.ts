import { describe, expect, it } from 'vitest';
import type { MetadataInstanceRecord } from '../../../service/ports/metadata/notes/metadata-instances.ts';
import type {
  DocumentField,
  WordCombination,
  WordField,
  WordQuery,
} from '../../../service/ports/metadata/notes/search-words.ts';
import { ann, copyTree, file, folder, type MetadataStoreFixture, withAnn } from './metadata-store.ts';

type Open = () => Promise<MetadataStoreFixture>;

/** The contract of every metadata store for notes about items and the search for them. */
export function noteSuite(open: Open): void {
  describe('words of items', () => {
    it('finds by whole words, and in names by the beginning of a word, in every writing', async () => {
      await using fixture = await withFiles(open);
      await addWords(fixture, '10', { name: ['report', 'größe', '日', 'Z'.toLowerCase()] });
      await addWords(fixture, '11', { description: ['reports'] });
      expect(await found(fixture, { all: [{ word: 'rep', isPrefix: true }] })).toEqual(['10']);
      expect(await found(fixture, { all: [{ word: 'rep', isPrefix: false }] })).toEqual([]);
      expect(await found(fixture, { all: [{ word: 'reports', isPrefix: true }] })).toEqual(['11']);
      for (const word of ['größ', '日', 'z']) {
        expect(await found(fixture, { all: [{ word, isPrefix: true }] }), word).toEqual(['10']);
      }
    });

    it('wants all words and none of the others, in the fields that are named, of one owner', async () => {
      await using fixture = await withFiles(open);
      await addWords(fixture, '10', { name: ['one', 'two'] });
      await addWords(fixture, '11', { name: ['one'], tags: ['two'] });
      const [one, two] = [exactly('one'), exactly('two')];
      expect(await found(fixture, { all: [one, two] })).toEqual(['10', '11']);
      expect(await found(fixture, { all: [one, two], fields: ['name'] })).toEqual(['10']);
      expect(await found(fixture, { all: [one], none: [two], fields: ['name'] })).toEqual(['11']);
      expect(await found(fixture, { all: [one], ownerId: '7' })).toEqual([]);
      expect(await found(fixture, { all: [one], fields: [] })).toEqual([]);
    });

    it('takes the words of one source away and leaves those of the others', async () => {
      await using fixture = await withFiles(open);
      await addWords(fixture, '10', { name: ['same'] });
      await addWords(fixture, '10', { comments: ['same'] }, '77');
      await fixture.store.transaction((tx) => tx.words.remove({ itemId: '10', commentId: '77' }));
      expect(await found(fixture, { all: [exactly('same')], fields: ['comments'] })).toEqual([]);
      expect(await found(fixture, { all: [exactly('same')] })).toEqual(['10']);
    });

    it.each([2, 200])('gives one source %i other words, some of which it had', async (count) => {
      await using fixture = await withFiles(open);
      const words = Array.from({ length: count }, (_, index) => `word${index}`);
      await addWords(fixture, '10', { name: ['old', 'word0'] });
      await addWords(fixture, '10', { comments: ['old'] }, '77');
      const source = { itemId: '10', ownerId: ann.id, commentId: null };
      const named = words.map((word) => ({ word, field: 'name' as const }));
      await fixture.store.transaction((tx) => tx.words.replace({ source, words: named }));
      for (const word of words)
        expect(await found(fixture, { all: [exactly(word)], fields: ['name'] })).toEqual(['10']);
      expect(await found(fixture, { all: [exactly('old')], fields: ['name'] })).toEqual([]);
      expect(await found(fixture, { all: [exactly('old')], fields: ['comments'] })).toEqual(['10']);
    });

    it('finds an item by words of several sources', async () => {
      await using fixture = await withFiles(open);
      await addWords(fixture, '10', { name: ['same', 'name'], tags: ['tag'] });
      await addWords(fixture, '10', { comments: ['first', 'same'] }, '77');
      await addWords(fixture, '10', { comments: ['second'] }, '78');
      await addWords(fixture, '11', { name: ['same', 'namely', 'first'] });
      const prefix = (word: string) => ({ word, isPrefix: true });
      expect(await found(fixture, { all: [prefix('nam'), exactly('second')] })).toEqual(['10']);
      expect(await found(fixture, { all: [exactly('first'), exactly('second')] })).toEqual(['10']);
      expect(await found(fixture, { all: [exactly('tag'), prefix('sa'), exactly('second')] })).toEqual(['10']);
      expect(await found(fixture, { all: [exactly('same'), prefix('sec')] })).toEqual([]);
      expect(await found(fixture, { all: [exactly('first')], fields: ['comments'] })).toEqual(['10']);
      expect(await found(fixture, { all: [exactly('name')], fields: ['name'] })).toEqual(['10']);
      const named = { fields: ['name'] as const, none: [prefix('namel')] };
      expect(await found(fixture, { all: [exactly('same')], ...named })).toEqual(['10']);
    });

    it('keeps the words of owners apart whose ids begin alike, and those of a field from those of others', async () => {
      await using fixture = await withFiles(open);
      const bob = { ...ann, id: '12', login: 'bob@example.org', rootId: '13' };
      await fixture.store.transaction((tx) => tx.users.insert(bob));
      await addWords(fixture, '10', { name: ['2nd', 'dtnc'], description: ['nice'] });
      for (const word of ['2nd', 'nd', 'tnc', 'c', 'nnice', 'dnice', 'd', 'n', '12nd']) {
        const isOwn = word === '2nd' || word === 'd';
        expect(await found(fixture, { all: [{ word, isPrefix: true }] }), word).toEqual(isOwn ? ['10'] : []);
        expect(await found(fixture, { all: [{ word, isPrefix: true }], ownerId: '12' }), word).toEqual([]);
      }
    });

    it('are found page by page, the newest item or comment first, each page after its filter', async () => {
      await using fixture = await withFiles(open);
      const { store } = fixture;
      const recent = file('12', 'three', { createdAt: 1_800_000_000_000, trashedAt: 1_800_000_000_001 });
      await store.transaction((tx) => tx.items.insert(recent, 'three'));
      for (const id of ['10', '11', '12']) await addWords(fixture, id, { name: ['same', `n${id}`] });
      await addWords(fixture, '10', { comments: ['same'] }, '77');
      const anyOf = [
        { all: [exactly('same')], none: [] },
        { all: [exactly('n11')], none: [] },
      ];
      const pages = async (ownerIds: WordQuery['ownerIds'], limit: number, filter: WordQuery['filter']) => {
        const found: (readonly string[])[] = [];
        let before: string | null = null;
        do {
          const query: WordQuery = { ownerIds, anyOf, fields: wordFields, filter, before, limit };
          const page = await store.read(({ words }) => words.findItems(query));
          found.push(page.itemIds);
          before = page.next;
        } while (before !== null);
        return found;
      };
      for (const ownerIds of [null, ['1'], ['1', '12'], Array.from({ length: 60 }, (_, at) => `${at + 1}`)]) {
        expect(await pages(ownerIds, 100, { isLive: false })).toEqual([['10', '12', '11']]);
        expect(await pages(ownerIds, 1, { isLive: true })).toEqual([['10'], [], ['11'], ['10'], []]);
        expect(await pages(ownerIds, 2, { isLive: false })).toEqual([['10', '12'], ['11'], ['10']]);
        const since = { createdAt: { from: 1_800_000_000_000, to: null }, isLive: false };
        expect(await pages(ownerIds, 100, since)).toEqual([['12']]);
        expect(await pages(ownerIds, 100, { kind: 'folder', isLive: false })).toEqual([[]]);
        expect(await pages(ownerIds, 100, { updaterIds: ['9'], isLive: false })).toEqual([[]]);
        expect(await pages(ownerIds, 100, { size: { from: null, to: -1 }, isLive: false })).toEqual([[]]);
      }
      expect(await pages(['7'], 100, { isLive: false })).toEqual([[]]);
      expect(
        await pages(
          Array.from({ length: 60 }, (_, at) => `${at + 2}`),
          100,
          { isLive: false },
        ),
      ).toEqual([[]]);
    });

    it.each([1, 60, 2500])(
      'are found by one read of an owner among %i, however many newer ones others have',
      async (count) => {
        await using fixture = await withFiles(open);
        await addWords(fixture, '10', { name: ['same'], comments: ['said'] });
        const bob = { ...ann, id: '9000', login: 'bob@example.org', rootId: '9001' };
        await fixture.store.transaction(async (tx) => {
          await tx.users.insert(bob);
          for (let id = 9002; id < 9012; id += 1) {
            await tx.items.insert(file(`${id}`, `${id}`, { ownerId: bob.id, parentId: bob.rootId }), `${id}`);
            const source = { itemId: `${id}`, ownerId: bob.id, commentId: null };
            await tx.words.add([{ source, words: [{ word: 'same', field: 'name' }] }]);
          }
        });
        const ownerIds = Array.from({ length: count }, (_, at) => `${count - at}`);
        const query: WordQuery = {
          ownerIds,
          fields: wordFields,
          filter: { isLive: false },
          before: null,
          limit: 5,
          anyOf: [
            { all: [exactly('same')], none: [] },
            { all: [exactly('same'), exactly('said')], none: [] },
          ],
        };
        expect((await fixture.store.read(({ words }) => words.findItems(query))).itemIds).toEqual(['10']);
      },
    );

    it('follows the owner of an item, and goes with it', async () => {
      await using fixture = await withFiles(open);
      await addWords(fixture, '10', { name: ['same'] });
      const bob = { ...ann, id: '7', login: 'bob@example.org', rootId: '8' };
      await fixture.store.transaction(async (tx) => {
        await tx.users.insert(bob);
        await tx.trees.passOn('10', '1', '7');
      });
      expect(await found(fixture, { all: [exactly('same')] })).toEqual([]);
      expect(await found(fixture, { all: [exactly('same')], ownerId: '7' })).toEqual(['10']);
      await fixture.store.transaction((tx) => tx.items.delete(['10']));
      expect(await found(fixture, { all: [exactly('same')], ownerId: '7' })).toEqual([]);
    });

    it('copies the words of all items below a copied folder, and moves words with a tree', async () => {
      await using fixture = await withAnn(open);
      await fixture.store.transaction(async (tx) => {
        await tx.items.insert(folder('10', 'top'), 'top');
        await tx.items.insert(folder('11', 'leaf', { parentId: '10' }), 'leaf');
      });
      await addWords(fixture, '10', { name: ['top'] });
      await addWords(fixture, '11', { name: ['leaf'] });
      await addWords(fixture, '11', { comments: ['said'] }, '77');
      const copies = await fixture.store.transaction((tx) =>
        copyTree(tx, {
          folderId: '10',
          parentId: '2',
          ownerId: '1',
          name: 'copy',
          nameKey: 'copy',
          words: [{ word: 'copy', field: 'name' }],
          above: { folderIds: [], bytes: 0 },
          createdBy: '1',
          createdAt: 1,
          versionsCreatedAt: 1,
          uploaderDisplayName: 'Ann',
        }),
      );
      expect(await found(fixture, { all: [exactly('leaf')] })).toEqual(['11', copies.get('11')]);
      expect(await found(fixture, { all: [exactly('top')] })).toEqual(['10']);
      expect(await found(fixture, { all: [exactly('copy')] })).toEqual([copies.get('10')]);
      expect(await found(fixture, { all: [exactly('said')] })).toEqual(['11']);
    });
  });

  describe('metadata instances', () => {
    it('keeps one of each template on an item, and finds by texts, numbers and presence', async () => {
      await using fixture = await withFiles(open);
      const { store } = fixture;
      await store.transaction(async (tx) => {
        await tx.instances.insert(instance('20', '10'), '1', [
          { field: 'a', value: 'open' },
          { field: 'b', value: 2.5 },
        ]);
        await tx.instances.insert(instance('21', '11'), '1', [{ field: 'b', value: 5_000_000_000 }]);
      });
      await expect(store.transaction((tx) => tx.instances.insert(instance('22', '10'), '1', []))).rejects.toThrow();
      const find = (condition: Parameters<typeof query>[0]) =>
        store.read(async ({ instances }) => {
          const { itemIds } = await instances.findItems(query(condition));
          const ofEveryone = await instances.findItems({ ...query(condition), ownerIds: null });
          expect(ofEveryone.itemIds).toEqual(itemIds);
          return [...itemIds].sort();
        });
      expect(await find(null)).toEqual(['10', '11']);
      expect(await find({ field: 'a', anyOf: ['closed', 'open'] })).toEqual(['10']);
      expect(await find({ field: 'a', anyOf: [] })).toEqual([]);
      expect(await find({ field: 'b', from: 2.5, to: 2.5 })).toEqual(['10']);
      expect(await find({ field: 'b', from: 3, to: null })).toEqual(['11']);
      await store.transaction((tx) => tx.instances.update(instance('20', '10', 1), '1', []));
      expect(await find({ field: 'a', anyOf: ['open'] })).toEqual([]);
      await store.transaction((tx) => tx.instances.delete('20'));
      expect(await find(null)).toEqual(['11']);
    });
  });

  describe('recent items', () => {
    it('has each item once, the latest first, behind a cursor, and forgets the oldest', async () => {
      await using fixture = await withFiles(open);
      const { store } = fixture;
      const start = 1_800_000_000_000;
      await store.transaction(async (tx) => {
        const recent = { userId: '1', interaction: 'item_upload' as const, link: null };
        await tx.recents.put({ ...recent, itemId: '10', interactedAt: start });
        const link = { itemId: '10', stamp: 'a' };
        await tx.recents.put({ ...recent, itemId: '11', interactedAt: start + 1, link });
        await tx.recents.put({ ...recent, itemId: '10', interactedAt: start + 2, interaction: 'item_open' });
      });
      const list = (after: { interactedAt: number; itemId: string } | null, since = 0) =>
        store.read(({ recents }) => recents.list({ userId: '1', since, after, limit: 5 }));
      const [latest, older] = await list(null);
      expect(latest).toMatchObject({ itemId: '10', interaction: 'item_open', interactedAt: start + 2 });
      expect(await list({ interactedAt: start + 2, itemId: '10' })).toEqual([older]);
      expect(await list(null, start + 2)).toEqual([latest]);
      expect(older?.link).toEqual({ itemId: '10', stamp: 'a' });
      const byLink = { userId: '1', since: 0, after: null, limit: 5, onlyByLink: true };
      expect(await store.read(({ recents }) => recents.list(byLink))).toEqual([older]);
      expect(await store.transaction(({ recents }) => recents.deleteBefore(start + 2, 10))).toBe(1);
      expect(await list(null)).toEqual([latest]);
    });
  });

  describe('comments', () => {
    it('are deleted with their file, however many answer each other, and are counted by item', async () => {
      await using fixture = await withFiles(open);
      const { store } = fixture;
      const comment = { itemId: '10', message: 'x', isTagged: false, createdBy: '1', createdAt: 1, modifiedAt: 1 };
      await store.transaction(async (tx) => {
        for (let id = 30; id < 1130; id += 1) {
          await tx.comments.insert({ ...comment, id: `${id}`, replyTo: id === 30 ? null : `${id - 1}` });
        }
      });
      expect(await store.read(({ comments }) => comments.countOfItems(['10', '11']))).toEqual(new Map([['10', 1100]]));
      await store.transaction((tx) => tx.items.delete(['10']));
      expect(await store.read(({ comments }) => comments.get('1129'))).toBeNull();
    });
  });
}

async function withFiles(open: Open): Promise<MetadataStoreFixture> {
  const fixture = await withAnn(open);
  await fixture.store.transaction(async (tx) => {
    await tx.items.insert(file('10', 'one'), 'one');
    await tx.items.insert(file('11', 'two'), 'two');
  });
  return fixture;
}

const wordFields: readonly DocumentField[] = ['name', 'description', 'tags', 'comments'];

const exactly = (word: string) => ({ word, isPrefix: false });

async function addWords(
  { store }: MetadataStoreFixture,
  itemId: string,
  texts: Partial<Record<DocumentField, readonly string[]>>,
  commentId: string | null = null,
): Promise<void> {
  const source = { itemId, ownerId: '1', commentId };
  const words = wordFields.flatMap((field) => (texts[field] ?? []).map((word) => ({ word, field })));
  await store.transaction((tx) => tx.words.add([{ source, words }]));
}

/** The items of one owner with these words, by id. */
async function found(
  { store }: MetadataStoreFixture,
  {
    ownerId = '1',
    all,
    none = [],
    fields = wordFields,
  }: Partial<WordCombination> & { readonly ownerId?: string; readonly fields?: readonly WordField[] },
): Promise<readonly string[]> {
  const anyOf = all === undefined ? [] : [{ all, none }];
  const query = { ...firstPage, ownerIds: [ownerId], anyOf, fields };
  const { itemIds } = await store.read(({ words }) => words.findItems(query));
  return [...itemIds].sort((one, other) => Number(one) - Number(other));
}

const firstPage = { filter: { isLive: false }, before: null, limit: 100 };

function instance(id: string, itemId: string, version = 0): MetadataInstanceRecord {
  return { id, itemId, templateId: '5', version, values: {}, createdBy: '1', createdAt: 1, modifiedAt: 1 };
}

function query(
  condition:
    | { readonly field: string; readonly anyOf: readonly string[] }
    | { readonly field: string; readonly from: number | null; readonly to: number | null }
    | null,
) {
  return { ...firstPage, ownerIds: ['1'], templateId: '5', condition };
}
