import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import { contentsIdSetting } from '../../service/ports/metadata-store.ts';
import { newQuickFolder } from '../support/files/quick-folder.ts';
import { openInPostgres, openInSqlite } from './metadata/adapters.ts';
import { firstVersion } from './metadata/content-texts.ts';
import { file, withAnn } from './metadata/metadata-store.ts';

it.each([
  ['SQLite', openInSqlite],
  ['PostgreSQL', openInPostgres],
])('a backup of a database in %s keeps the id that its contents have', async (_, open) => {
  await using from = await open();
  await from.store.transaction((tx) => tx.putSetting(contentsIdSetting, 'the id'));
  const folder = await newQuickFolder('tandem-backup-');
  const file = join(folder, 'backup.sqlite');
  await from.store.backup(file);
  const copy = await openSqliteStore(file, { now: () => 1 });
  expect(await copy.read(async (reads) => reads.setting(contentsIdSetting))).toBe('the id');
  await copy.close();
  await rm(folder, { recursive: true });
});

it.each([
  ['SQLite', openInSqlite],
  ['PostgreSQL', openInPostgres],
])('a backup of a database in %s has the words of contents', async (_, open) => {
  await using from = await withAnn(open);
  await from.store.transaction(async (tx) => {
    for (let id = 10; id < 130; id += 1) {
      const ofFile = { ...firstVersion, id: `${1000 + id}`, fileId: `${id}`, blobId: `blob${id}` };
      await tx.versions.insertFirst(file(`${id}`, `${id}`, { versionId: ofFile.id }), `${id}`, ofFile);
      await tx.contentTexts.put({ blobId: `blob${id}`, words: ['same', `only${id}`] });
    }
  });
  const folder = await newQuickFolder('tandem-backup-');
  const copyFile = join(folder, 'backup.sqlite');
  await from.store.backup(copyFile);
  const copy = await openSqliteStore(copyFile, { now: () => 1 });
  const idsWith = async (word: string) => {
    const anyOf = [{ all: [{ word, isPrefix: false }], none: [] }];
    const query = {
      ownerIds: ['1'],
      anyOf,
      fields: ['content' as const],
      filter: { isLive: true },
      before: null,
      limit: 500,
    };
    return (await copy.read(({ words }) => words.findItems(query))).itemIds;
  };
  expect(await idsWith('only77')).toEqual(['77']);
  expect(await idsWith('same')).toHaveLength(120);
  expect(await copy.read(({ contentTexts }) => contentTexts.listUnread(1))).toEqual([]);
  await copy.close();
  await rm(folder, { recursive: true });
});
