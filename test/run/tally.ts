import { stripVTControlCharacters } from 'node:util';

/** How many tests of a suite passed, failed or could not run here, and the sentences a person needs about it. */
export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly notes: readonly string[];
};

/** A failed test, from the report of its tool. */
export type Failure = { readonly file: string; readonly title: string; readonly message: string | undefined };

/** The sentence about a failed test: its suite, its place, and the first line of its message. */
export function failureNote(suite: string, { file, title, message }: Failure): string {
  const firstLine = stripVTControlCharacters(message ?? '').split('\n', 1)[0];
  return `${suite} failed: ${file} › ${title}: ${firstLine === '' ? 'no message' : firstLine}`;
}

/** The counts of several suites together. */
export function sumTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
      notes: [...sum.notes, ...tally.notes],
    }),
    { passed: 0, failed: 0, skipped: 0, notes: [] },
  );
}

/** The closing line: `N passed, N failed`, and the number skipped, if any. */
export function tallyLine(tally: Tally): string {
  const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
  return `${tally.passed} passed, ${tally.failed} failed${skipped}`;
}

/** True when nothing failed and at least one test ran: a run without tests is not a success. */
export function isSuccess(tally: Tally): boolean {
  return tally.failed === 0 && tally.passed > 0;
}

/** A suite that could not begin counts as one failure and says why. */
export function couldNotRun(note: string): Tally {
  return { passed: 0, failed: 1, skipped: 0, notes: [note] };
}

/**
 * Makes the exit code and the counts agree: a tool that failed without a failing test (a file that does not load, a
 * crash after the last test), or that ran no test at all, counts as one failure.
 */
export function tallyWithExit(tally: Tally, code: number, name: string): Tally {
  if (tally.failed > 0) return tally;
  if (code !== 0) return { ...tally, failed: 1, notes: [`${name}: ended with exit code ${code} beside its tests`] };
  if (tally.passed + tally.skipped === 0) return couldNotRun(`${name}: no test ran`);
  return tally;
}
