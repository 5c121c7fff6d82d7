import stringWidth from 'string-width';
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

test.each([
  ['Japanese', `${'第三四半期の報告書'.repeat(6)}.pdf`],
  ['composed emoji', `${'👩‍💻'.repeat(60)}.png`],
  ['control characters', `${'\n'.repeat(60)}.txt`],
  ['combining marks', `${'e\u0301'.repeat(60)}.txt`],
  ['a short name of wide characters', '報告.pdf'],
])('the name takes the same cells, however wide its characters: %s', (_what, label) => {
  const [line, plain] = [label, 'a'].map((name) =>
    progressBar({ label: name, bytesDone: 5, bytesTotal: 10, bytesPerSecond: 48_000_000, secondsLeft: 61 }, 80),
  );
  expect([stringWidth(line ?? ''), line?.includes('\n')]).toEqual([stringWidth(plain ?? ''), false]);
  expect(line).toContain(label.slice(-4));
});

test('an empty file counts as done', () => {
  expect(progressBar({ label: 'a', bytesDone: 0, bytesTotal: 0, bytesPerSecond: 0, secondsLeft: null }, 80)).toContain(
    '100%',
  );
});
