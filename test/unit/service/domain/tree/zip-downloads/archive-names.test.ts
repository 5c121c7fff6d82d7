import { expect, test } from 'vitest';
import {
  archiveFolder,
  nameIn,
  portableName,
} from '../../../../../../service/domain/tree/zip-downloads/archive-names.ts';

test.each([
  ['plan.txt', 'plan.txt'],
  ['größe 😀.txt', 'größe 😀.txt'],
  ['a:b?.txt', 'a_b_.txt'],
  ['../..\\x', '.._.._x'],
  ['..', '_'],
  ['end. .', 'end'],
  ['con', '_con'],
  ['LPT1.txt', '_LPT1.txt'],
  ['a\u0007b\u009fc', 'a_b_c'],
  ['half \ud83d', 'half \ufffd'],
  [`${'ä'.repeat(200)}.txt`, `${'ä'.repeat(118)}.txt`],
  ['x'.repeat(255), 'x'.repeat(240)],
])('the name "%s" is "%s" on every disk', (name, portable) => {
  expect(portableName(name, 'file')).toBe(portable);
});

test('names that differ in case alone, or are the same on some disk, get numbers', () => {
  const folder = archiveFolder('');
  const named = ['Plan.txt', 'plan.txt', 'plan (2).txt', 'PLAN.TXT', 'a:b', 'a_b'].map((name, index) => {
    const { named, holder } = nameIn(folder, { id: String(index), kind: 'file', name });
    return [named.archiveName, holder?.id ?? null];
  });
  expect(named).toEqual([
    ['Plan.txt', null],
    ['plan (2).txt', '0'],
    ['plan (2) (2).txt', '1'],
    ['PLAN (3).TXT', '0'],
    ['a_b', null],
    ['a_b (2)', '4'],
  ]);
});

test('ten thousand equal names are told apart at once', () => {
  const folder = archiveFolder('');
  const names = Array.from({ length: 10_000 }, (_, index) => {
    return nameIn(folder, { id: String(index), kind: 'file', name: 'same.txt' }).named.archiveName;
  });
  expect(new Set(names).size).toBe(10_000);
  expect(names.at(-1)).toBe('same (10000).txt');
});
