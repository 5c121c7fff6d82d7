import { expect, it } from 'vitest';
import {
  comparedRows,
  haveOtherLineEnds,
  inlineLines,
} from '../../../../../renderer/features/attention/compared-lines.ts';

const own = (mine: string, theirs: string) =>
  comparedRows(mine, theirs).map(({ mine: left, theirs: right }) =>
    [left, right].map((line) =>
      line === null
        ? null
        : `${line.number} ${line.stretches.map(({ text, isOwn }) => (isOwn ? `[${text}]` : text)).join('')}`,
    ),
  );

it('lays both texts line by line beside each other and marks the words that differ', () => {
  expect(own('Notes\nready on Monday\nend\n', 'Notes\nready on Friday\nend\n')).toEqual([
    ['1 Notes', '1 Notes'],
    ['2 ready on [Monday]', '2 ready on [Friday]'],
    ['3 end', '3 end'],
  ]);
});

it('marks neighbouring words that differ as one, with the space between them', () => {
  expect(own('on Monday, cures until 27 Nov.\n', 'on Monday, ready 25 Nov.\n')).toEqual([
    ['1 on Monday, [cures until 27] Nov.', '1 on Monday, [ready 25] Nov.'],
  ]);
});

it('leaves a gap where only one side has a line, and counts the lines of each side on', () => {
  expect(own('a\nb\n', 'a\nnew\nb\n')).toEqual([
    ['1 a', '1 a'],
    [null, '2 [new]'],
    ['2 b', '3 b'],
  ]);
});

it('lays both texts into one: where they differ, the lines of the own version, then those of the other', () => {
  const inline = (mine: string, theirs: string) =>
    inlineLines(comparedRows(mine, theirs)).map(
      ({ side, numbers, stretches, change }) =>
        `${numbers.mine ?? ' '} ${numbers.theirs ?? ' '} ${side ?? 'both'} ${change ?? '-'} ${stretches.map(({ text }) => text).join('')}`,
    );
  expect(inline('a\nb\nc\nd\n', 'a\nB\nC\nd\nnew\n')).toEqual([
    '1 1 both - a',
    '2   mine 0 b',
    '3   mine 0 c',
    '  2 theirs 0 B',
    '  3 theirs 0 C',
    '4 4 both - d',
    '  5 theirs 1 new',
  ]);
});

it('compares the text and not its line ends where one version has those of Windows', () => {
  expect(own('a\r\nb\r\n', 'a\nB\n')).toEqual([
    ['1 a', '1 a'],
    ['2 [b]', '2 [B]'],
  ]);
  expect(haveOtherLineEnds('a\r\nb', 'a\nb')).toBe(true);
  expect(haveOtherLineEnds('a\r\nb', 'c\r\nb')).toBe(false);
  expect(haveOtherLineEnds('a\r\n', 'a')).toBe(false);
});

const numbered = (name: string): string => Array.from({ length: 1_500 }, (_, index) => `${name} ${index}\n`).join('');

it('takes what lies between the equal lines at both ends as one change where too many lines differ', () => {
  const rows = comparedRows(
    `top\n${numbered('a')}same\n${numbered('b')}end\n`,
    `top\n${numbered('c')}new\nsame\n${numbered('d')}end\n`,
  );
  expect(rows.map(({ change }) => change)).toEqual([null, ...Array.from({ length: 3_002 }, () => 0), null]);
  expect(rows.at(-1)).toEqual({
    mine: { number: 3_003, stretches: [{ text: 'end', isOwn: false }] },
    theirs: { number: 3_004, stretches: [{ text: 'end', isOwn: false }] },
    change: null,
  });
});

it('marks a line as a whole where too many of its words differ, fewer of them where many lines do', () => {
  const values = (name: string, count: number): string =>
    `same,${Array.from({ length: count }, (_, index) => `${name}${index}`).join(',')}\n`;
  const marks = (mine: string, theirs: string): number => comparedRows(mine, theirs)[0]?.mine?.stretches.length ?? 0;
  expect(marks(values('a', 2_000), values('b', 2_000))).toBe(1);
  expect(marks(values('a', 100), values('b', 100))).toBeGreaterThan(100);
  expect(marks(values('a', 100).repeat(400), values('b', 100).repeat(400))).toBe(1);
});
