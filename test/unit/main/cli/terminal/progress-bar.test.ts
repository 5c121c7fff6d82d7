import { expect, test } from 'vitest';
import { progressBar } from '../../../../../main/cli/terminal/progress-bar.ts';
import { formatBytes, formatDuration } from '../../../../../main/cli/words/format.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [1_500_000, '1.5 MB'],
  [999_999, '1.0 MB'],
  [412_000_000_000, '412 GB'],
])('%d bytes read as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [0.2, '0 s'],
  [59, '59 s'],
  [240, '4 min'],
  [12_000, '3 h 20 min'],
])('%d seconds read as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

test.each([40, 80, 200])('a bar never exceeds a terminal of %d columns, however long the name', (columns) => {
  const line = progressBar(
    { label: `${'long '.repeat(60)}.mov`, bytesDone: 5, bytesTotal: 10, bytesPerSecond: 48_000_000, secondsLeft: 61 },
    columns,
  );
  expect([...line].length).toBeLessThanOrEqual(columns);
});

test('an empty file counts as done', () => {
  expect(progressBar({ label: 'a', bytesDone: 0, bytesTotal: 0, bytesPerSecond: 0, secondsLeft: null }, 80)).toContain(
    '100%',
  );
});
