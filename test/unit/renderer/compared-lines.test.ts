import { expect, it } from 'vitest';
import { comparedRows } from '../../../renderer/features/attention/compared-lines.ts';

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

it('leaves a gap where only one side has a line, and counts the lines of each side on', () => {
  expect(own('a\nb\n', 'a\nnew\nb\n')).toEqual([
    ['1 a', '1 a'],
    [null, '2 [new]'],
    ['2 b', '3 b'],
  ]);
});
