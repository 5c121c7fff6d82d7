import { expect, test } from 'vitest';
import { nameFault } from '../../../../../contract/rules/names.ts';
import { numberedName } from '../../../../../service/domain/access/numbered-name.ts';
import { acceptableName } from '../../../../../service/domain/tree/items/submitted-name.ts';

test.each([
  ['plain.txt', 'plain.txt'],
  ['C:\\photos\\a.jpg', 'C:_photos_a.jpg'],
  ['up/../there', 'up_.._there'],
  ['line\nbreak\u0000.txt', 'linebreak.txt'],
  ['report\u0080\u009f\u007f\u00a0.txt', 'report\u00a0.txt'],
  ['at the end   ', 'at the end'],
  ['..', 'file'],
  ['.tandemignore', '_tandemignore'],
  ['.TandemIgnore', '_TandemIgnore'],
  ['.tandem\u0001ignore  ', '_tandemignore'],
  ['.tandemignore.txt', '.tandemignore.txt'],
  ['', 'file'],
  ['\u0001', 'file'],
  ['half \ud800 pair', 'half \ufffd pair'],
  ['\u{1F33B}'.repeat(300), '\u{1F33B}'.repeat(255)],
])('a submitted name as a folder can hold it: %j', (given, kept) => {
  expect(acceptableName(given, 'file')).toBe(kept);
  expect(nameFault(kept)).toBeNull();
});

test.each([
  [{ kind: 'file', name: 'plan.txt' }, 'plan (2).txt'],
  [{ kind: 'file', name: 'plan' }, 'plan (2)'],
  [{ kind: 'file', name: '.profile' }, '.profile (2)'],
  [{ kind: 'folder', name: 'plan.txt' }, 'plan.txt (2)'],
  [{ kind: 'file', name: `${'x'.repeat(251)}.txt` }, `${'x'.repeat(247)} (2).txt`],
  [{ kind: 'file', name: `a.${'x'.repeat(253)}` }, `a.${'x'.repeat(249)} (2)`],
] as const)('a name with a number stays a name: %j', (item, numbered) => {
  expect(numberedName(item, 2)).toBe(numbered);
  expect(nameFault(numbered)).toBeNull();
});
