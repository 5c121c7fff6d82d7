import { expect, test } from 'vitest';
import { describeReport } from '../../../../../main/cli/commands/sync/describe-report.ts';
import type { Terminal } from '../../../../../main/cli/terminal/terminal.ts';

const nothing = { uploaded: 0, downloaded: 0, moved: 0, deleted_local: 0, deleted_remote: 0, conflicts: 0 };
const blocked = (count: number, reason: string) =>
  Array.from(
    { length: count },
    (_, index) => ({ path: `${index}.txt`, reason, remedy: 'Rename it.', cause: 'offline', args: {} }) as const,
  );

/** The lines on standard output for a report with these blocked items. */
function linesFor(items: ReturnType<typeof blocked>, held: Parameters<typeof describeReport>[1]['held']): string[] {
  const lines: string[] = [];
  const terminal = { result: (line: string) => lines.push(line), say: () => undefined } as unknown as Terminal;
  const sizes = { bytes_up: 0, bytes_down: 0, requests: 0, seconds: 1 };
  const report = { ...nothing, ...sizes, state: 'attention', blocked: items, held: 0, ignored: [] } as const;
  describeReport(report, { held, conflicts: 0 }, terminal);
  return lines.slice(1);
}

test('a held batch is one line with its number, however many items it holds', () => {
  expect(linesFor(blocked(60, 'held_by_guard'), [{ id: 4, sentence: '60 deletes are held.' }])).toEqual([
    '  60 deletes are held. Decide with `tandem release 4 --apply` or `--restore`.',
  ]);
});

test('20 blocked items are listed, and the number of the others', () => {
  const lines = linesFor(blocked(1_025, 'bad_name'), []);
  expect(lines).toHaveLength(21);
  expect(lines.at(0)).toBe('  0.txt: Rename it.');
  expect(lines.at(-1)).toBe('  and 1,005 more');
});
