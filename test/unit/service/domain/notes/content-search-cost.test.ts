import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { indexContents } from '../../../../../service/domain/notes/search/contents/index-contents.ts';
import { type Search, search } from '../../../../../service/domain/notes/search/search.ts';
import { type DomainWorld, openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

const contents = 10_000;

/** Copies the only file that has words in its content so that this many files, each with a content of its own, have them. */
function multiply({ directory }: DomainWorld): void {
  const raw = new Sqlite(path.join(directory, 'metadata.sqlite'));
  raw.pragma('foreign_keys = off');
  const copy = (table: string, changed: Readonly<Record<string, string>>, where: string) => {
    const columns = raw.prepare('select name from pragma_table_info(?)').pluck().all(table) as string[];
    const values = columns.map((column) => changed[column] ?? `original.${column}`);
    raw.exec(`with recursive copy (n) as (select 1 union all select n + 1 from copy where n < ${contents})
      insert into ${table} (${columns.join()}) select ${values.join()} from ${table} as original, copy where ${where}`);
  };
  const { file, version } = raw
    .prepare('select file_id as file, file_version.id as version from content_text join file_version using (blob_id)')
    .get() as { file: number; version: number };
  const fresh = (id: string) => `${id} + 1000000 * n`;
  const names = { name: "'copy ' || n", name_key: "'copy ' || n" };
  const ofVersion = { id: fresh('original.id'), blob_id: "'blob' || n" };
  copy('item', { id: fresh('original.id'), version_id: fresh('version_id'), ...names }, `original.id = ${file}`);
  copy('file_version', { ...ofVersion, file_id: fresh('file_id') }, `original.id = ${version}`);
  copy('content_text', ofVersion, 'true');
  raw.close();
}

const everything: Omit<Search, 'query'> = {
  scope: 'user_content',
  fields: ['name', 'description', 'tags', 'comments', 'content'],
  filters: {},
  trash: 'non_trashed_only',
  sort: 'relevance',
  direction: 'DESC',
  offset: 0,
  limit: 30,
  includesLinked: false,
};

test('a search for a rare word and frequent ones does not read the contents of others that have the frequent ones', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  await putFile(service, ann, '0', 'report', 'report of 2026 11 30');
  await indexContents(service);
  multiply(world);
  const photo = await putFile(service, bob, '0', 'IMG_2026-11-30.jpg', '\u0000');
  const notes = await putFile(service, bob, '0', 'walrus.txt', 'a short report');
  await indexContents(service);
  const found = async (query: string) => (await search(service, bob, { ...everything, query })).views.map(idOf);
  /** The shortest of some searches, in milliseconds. */
  const costOf = async (query: string) => {
    const times: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const start = performance.now();
      await found(query);
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  };
  expect(await found('IMG_2026-11-30.jpg')).toEqual([photo.id]);
  expect(await found('walrus AND report')).toEqual([notes.id]);
  const all = await costOf('report');
  for (const query of ['penguin AND report', 'IMG_2026-11-30.jpg'])
    expect(await costOf(query), query).toBeLessThan(all / 2);
});

const idOf = ({ item }: { readonly item: { readonly id: string } }): string => item.id;
