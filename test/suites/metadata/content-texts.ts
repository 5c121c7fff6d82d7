import { describe, expect, it } from 'vitest';
import type { VersionRecord } from '../../../service/ports/metadata/items/versions.ts';
import type { DocumentField, WordField } from '../../../service/ports/metadata/notes/search-words.ts';
import { file, type MetadataStoreFixture, withAnn } from './metadata-store.ts';

type Open = () => Promise<MetadataStoreFixture>;

/** The contract of every metadata store for the words of contents. */
export function contentTextSuite(open: Open): void {
  describe('words of contents', () => {
    it('count for files whose current version has the content, together with the words of the file', async () => {
      await using fixture = await withContents(open);
      await nameAndComment(fixture);
      await put(fixture, { a: ['one', 'two', 'größe'], b: ['two'] });
      const ids = (...words: string[]) => found(fixture, words);
      expect(await ids('one')).toEqual(['10', '12']);
      expect(await ids('größe')).toEqual(['10', '12']);
      expect(await ids('two')).toEqual(['10', '11', '12']);
      expect(await ids('one', 'named')).toEqual(['10']);
      expect(await ids('named', 'two', 'said')).toEqual(['10']);
      expect(await ids('one', 'said')).toEqual(['10']);
      expect(await ids('named', 'nothing')).toEqual([]);
      expect(await found(fixture, ['one', 'named'], ['content', 'description'])).toEqual([]);
      expect(await found(fixture, ['two'], ['content'])).toEqual(['10', '11', '12']);
      expect(await found(fixture, ['one', 'two'], ['content'])).toEqual(['10', '12']);
      expect(await found(fixture, ['one', 'named'], ['content'])).toEqual([]);
      for (const fields of [inDocuments, ['name' as const]]) expect(await found(fixture, ['one'], fields)).toEqual([]);
      expect(await found(fixture, ['one'], everywhere, ['7'])).toEqual([]);
      expect(await found(fixture, ['one'], everywhere, null)).toEqual(['10', '12']);
      await fixture.store.transaction((tx) => tx.items.update(file('10', 'one', { versionId: '101' }), 'one'));
      expect(await ids('one')).toEqual(['12']);
    });

    it('match in sequence', async () => {
      await using fixture = await withContents(open);
      await put(fixture, { a: ['one', 'two', 'three'], b: ['three', 'one'] });
      const terms = [['one'], ['one', 'two'], ['two', 'one'], ['three', 'one'], ['nothing']];
      const places = await fixture.store.read(({ contentTexts }) => contentTexts.termsIn(['10', '11', '13'], terms));
      expect(places).toEqual(
        new Map([
          ['10', new Set([0, 1])],
          ['11', new Set([0, 3])],
        ]),
      );
      expect(await fixture.store.read(({ contentTexts }) => contentTexts.termsIn(['10'], []))).toEqual(new Map());
    });

    it('come from unread versions, newest first; versions with one content are read once', async () => {
      await using fixture = await withContents(open);
      const { store } = fixture;
      const unread = async (limit = 100) => {
        const versions = await store.read(({ contentTexts }) => contentTexts.listUnread(limit));
        return versions.map(({ versionId, isCurrent, isRead }) => [versionId, isCurrent, isRead]);
      };
      expect(await unread()).toEqual([
        ['120', true, false],
        ['110', true, false],
        ['101', false, false],
        ['100', true, false],
      ]);
      expect(await unread(1)).toEqual([['120', true, false]]);
      await put(fixture, { a: ['one'], b: [] });
      await put(fixture, { a: ['another'], gone: ['one'] });
      expect(await unread()).toEqual([['101', false, false]]);
      await store.transaction(({ contentTexts }) => contentTexts.settle([{ versionId: '101', isRead: false }]));
      expect(await unread()).toEqual([]);
      const copies = [version('14', '140', { blobId: 'b' }), version('15', '150', { blobId: 'past' })];
      await store.transaction(async (tx) => {
        for (const copy of copies) await tx.versions.insertFirst(file(copy.fileId, copy.fileId), copy.fileId, copy);
      });
      expect(await unread()).toEqual([
        ['150', true, false],
        ['140', true, true],
      ]);
      expect(await found(fixture, ['another'])).toEqual([]);
    });

    it('are deleted with their blob', async () => {
      await using fixture = await withContents(open);
      await put(fixture, { a: ['one'], b: ['one'] });
      await fixture.store.transaction(async ({ blobs }) => blobs.release(['b']));
      await fixture.store.transaction(async ({ blobs }) => blobs.forgetReferenced(['b']));
      await fixture.store.transaction(async ({ blobs }) => blobs.forgetReleased(['a']));
      expect(await found(fixture, ['one'])).toEqual(['11']);
    });
  });
}

const inDocuments: readonly DocumentField[] = ['name', 'description', 'tags', 'comments'];
const everywhere: readonly WordField[] = [...inDocuments, 'content'];

/** Files 10 and 12 with the content `a`, 10 with a past one too, 11 with `b`; their versions are 100, 120, 101 and 110. */
async function withContents(open: Open): Promise<MetadataStoreFixture> {
  const fixture = await withAnn(open);
  await fixture.store.transaction(async (tx) => {
    await tx.versions.insertFirst(file('10', 'one'), 'one', version('10', '100', { blobId: 'a' }));
    await tx.versions.insert(version('10', '101', { blobId: 'past', number: 2 }));
    await tx.versions.insertFirst(file('11', 'two'), 'two', version('11', '110', { blobId: 'b' }));
    await tx.versions.insertFirst(file('12', 'three'), 'three', version('12', '120', { blobId: 'a' }));
  });
  return fixture;
}

async function put(
  { store }: MetadataStoreFixture,
  contents: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [blobId, words] of Object.entries(contents))
    await store.transaction(({ contentTexts }) => contentTexts.put({ blobId, words }), 'apart');
}

/** Gives file 10 a word in its name, and one in a comment. */
async function nameAndComment({ store }: MetadataStoreFixture): Promise<void> {
  const source = { itemId: '10', ownerId: '1' };
  await store.transaction((tx) =>
    tx.words.add([
      { source: { ...source, commentId: null }, words: [{ word: 'named', field: 'name' }] },
      { source: { ...source, commentId: '77' }, words: [{ word: 'said', field: 'comments' }] },
    ]),
  );
}

/** The files of some owners with all these words, by id. */
async function found(
  { store }: MetadataStoreFixture,
  words: readonly string[],
  fields: readonly WordField[] = everywhere,
  ownerIds: readonly string[] | null = ['1'],
): Promise<readonly string[]> {
  const all = words.map((word) => ({ word, isPrefix: false }));
  const query = { ownerIds, anyOf: [{ all, none: [] }], fields, filter: { isLive: false }, before: null, limit: 100 };
  const { itemIds } = await store.read((reads) => reads.words.findItems(query));
  return [...itemIds].sort();
}

function version(fileId: string, id: string, changes: Partial<VersionRecord>): VersionRecord {
  return { ...firstVersion, id, fileId, blobId: id, ...changes };
}

/** The first version of a file. */
export const firstVersion: VersionRecord = {
  id: '100',
  fileId: '10',
  number: 1,
  blobId: 'a',
  sha1: 'a'.repeat(40),
  sizeBytes: 1,
  name: 'one',
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
};
