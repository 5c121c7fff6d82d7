import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { limits } from '../../../contract/rules/limits.ts';
import { logLifeMs } from '../../../service/domain/streams/events/streams.ts';
import { newQuickFolder } from '../../support/files/quick-folder.ts';
import { copyEmptyTables } from '../../support/service/empty-tables.ts';

/* The sums of docs/scaling.md, from its assumptions and the lives of the logs. */

const dayMs = 24 * 3600 * 1000;
const changesPerDay = 100;
const filesOwned = 2_000;
const kilobyte = 1_000;
const wordBytesPerFile = 10 * kilobyte;
/** Bytes of the database for each byte of words, with their index. Measured on PostgreSQL: 1.9. */
const bytesPerWordByte = 2;

const daysOf = (log: 'admins' | 'people', adminLogDays: number = limits.adminLogDays) =>
  logLifeMs({ adminLogDays }, log) / dayMs;

function rowsOf(people: number, adminLogDays?: number) {
  const changes = people * changesPerDay;
  return {
    files: people * filesOwned * 2,
    admins: changes * daysOf('admins', adminLogDays),
    people: changes * daysOf('people') * 1.5,
  };
}

const bytesOf = ({ files, admins, people }: ReturnType<typeof rowsOf>) => (files + admins + people) * kilobyte;

const rounded = (value: number, digits: number, units: readonly (readonly [number, string])[]) => {
  const [size, unit] = units.find(([least]) => value >= least) ?? [1, ''];
  return `${Number((value / size).toPrecision(digits))} ${unit}`;
};
const rows = (count: number) =>
  rounded(count, 3, [
    [1e9, 'billion'],
    [1e6, 'million'],
  ]);
const bytes = (count: number) =>
  rounded(count, 2, [
    [1e12, 'TB'],
    [1e9, 'GB'],
  ]);

test('the table of docs/scaling.md has the rows and the space that the lives of the logs give', async () => {
  const text = await readFile(path.join(import.meta.dirname, '../../../docs/scaling.md'), 'utf8');
  const [few, many] = [10_000, 1_000_000];
  const line = (name: string, figure: (people: number) => string) => `| ${name} | ${figure(few)} | ${figure(many)} |`;
  const least = limits.adminLogMinDays;
  const expected = [
    line('rows of files and versions', (people) => rows(rowsOf(people).files)),
    line(`events in the administrators' log, kept for ${daysOf('admins')} days`, (people) =>
      rows(rowsOf(people).admins),
    ),
    line(`events in people's streams, kept for ${daysOf('people')} days (1.5 per change)`, (people) =>
      rows(rowsOf(people).people),
    ),
    line('database, at 1 KB a row with its indexes', (people) => bytes(bytesOf(rowsOf(people)))),
    line(`the same with \`--admin-log-days ${least}\``, (people) => bytes(bytesOf(rowsOf(people, least)))),
    line(`in addition, the words of contents, at ${bytesPerWordByte} bytes for each byte of words`, (people) =>
      bytes(people * filesOwned * wordBytesPerFile * bytesPerWordByte),
    ),
  ];
  for (const each of expected) expect(text).toContain(each);
});

/** Words as a long text has them: a few often, most of them rarely. Always the same ones. */
function* someWords(): Generator<string> {
  for (let state = 1; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    const place = Math.floor(40_000 * (state / 2_147_483_647) ** 3);
    yield (place * 7_919 + 46_656).toString(36);
  }
}

test('the words of contents take no more of the database than the table says', async () => {
  const folder = await newQuickFolder('tandem-sums-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'metadata.sqlite');
  await copyEmptyTables(file);
  using database = Object.assign(new Sqlite(file), { [Symbol.dispose]: () => database.close() });
  const size = () => Number(database.pragma('page_count', { simple: true })) * pageSize;
  const pageSize = Number(database.pragma('page_size', { simple: true }));
  const before = size();
  const insert = database.prepare('insert into content_text (id, blob_id, words) values (?, ?, ?)');
  const words = someWords();
  const contents = 300;
  database.transaction(() => {
    for (let id = 1; id <= contents; id += 1) {
      let text = ' ';
      while (text.length < wordBytesPerFile) text += `${words.next().value} `;
      insert.run(id, `blob ${id}`, text);
    }
  })();
  const perWordByte = (size() - before) / contents / wordBytesPerFile;
  expect(perWordByte).toBeGreaterThan(1);
  expect(perWordByte).toBeLessThanOrEqual(bytesPerWordByte);
});

test('the administrators’ log outlives the streams of people, whose rows it shares', () => {
  expect(daysOf('people')).toBeLessThanOrEqual(limits.adminLogMinDays);
});
