import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../../contract/rules/limits.ts';
import { logLifeMs } from '../../../service/domain/streams/events/streams.ts';

/* The sums of docs/scaling.md, from its assumptions and the lives of the logs. */

const dayMs = 24 * 3600 * 1000;
const changesPerDay = 100;
const filesOwned = 2_000;
const kilobyte = 1_000;

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
  ];
  for (const each of expected) expect(text).toContain(each);
});

test('the administrators’ log outlives the streams of people, whose rows it shares', () => {
  expect(daysOf('people')).toBeLessThanOrEqual(limits.adminLogMinDays);
});
