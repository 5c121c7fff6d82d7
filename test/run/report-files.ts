import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { repositoryRoot } from './spawn-tool.ts';
import { couldNotRun, type Failure, failureNote, type Tally } from './tally.ts';

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z
    .array(
      z.object({
        name: z.string(),
        assertionResults: z.array(
          z.object({
            fullName: z.string(),
            status: z.string(),
            failureMessages: z.array(z.string()).nullish(),
          }),
        ),
      }),
    )
    .default([]),
});

const playwrightResult = z.object({
  errors: z.array(z.object({ message: z.string().optional() })).default([]),
  attachments: z.array(z.object({ name: z.string(), path: z.string().optional() })).default([]),
});
const playwrightSuite = z.object({
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
  specs: z
    .array(
      z.object({
        title: z.string(),
        file: z.string(),
        tests: z.array(z.object({ status: z.string(), results: z.array(playwrightResult).default([]) })),
      }),
    )
    .default([]),
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(playwrightSuite).default([]),
});

/** Reads the JSON report of vitest and names the failures; a report that is missing or unreadable is a failure of its suite. */
export async function readVitestTally(file: string, name: string): Promise<Tally> {
  const report = await readReport(file, vitestReport);
  if (report === undefined) return couldNotRun(`${name}: vitest left no report`);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    notes: report.testResults.flatMap((file) =>
      file.assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) =>
          failureNote(name, {
            file: path.relative(repositoryRoot, file.name),
            title: test.fullName,
            message: test.failureMessages?.[0],
          }),
        ),
    ),
  };
}

/** Reads the JSON report of Playwright; a test that passed only when repeated counts as failed. */
export async function readPlaywrightTally(file: string, name: string): Promise<Tally> {
  const report = await readReport(file, playwrightReport);
  if (report === undefined) return couldNotRun(`${name}: Playwright left no report`);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failures = report.suites.flatMap(failuresOf);
  return {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    notes: failures.map((failure) => failureNote(name, failure)),
  };
}

/** The files in which Playwright describes the page at each failure: its elements by role and name. */
export async function readPageDescriptions(file: string): Promise<readonly string[]> {
  const report = await readReport(file, playwrightReport);
  const attached = (report?.suites ?? []).flatMap(resultsOf).flatMap(({ attachments }) => attachments);
  const paths = attached.flatMap(({ name, path: at }) => (name === 'error-context' && at !== undefined ? [at] : []));
  const whole = await Promise.all(paths.map((at) => readFile(at, 'utf8')));
  return whole.flatMap((text) => /^# Page snapshot$[\s\S]*?(?=^# |$(?![\s\S]))/m.exec(text)?.[0] ?? []);
}

const resultsOf = (suite: PlaywrightSuite): readonly z.infer<typeof playwrightResult>[] => [
  ...suite.specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)),
  ...suite.suites.flatMap(resultsOf),
];

function failuresOf(suite: PlaywrightSuite): readonly Failure[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        file: spec.file,
        title: spec.title,
        message: results.flatMap(({ errors }) => errors)[0]?.message,
      })),
  );
  return [...own, ...suite.suites.flatMap(failuresOf)];
}

const listedSuite = z.object({
  get suites() {
    return z.array(listedSuite).optional();
  },
  specs: z.array(z.object({ tests: z.array(z.unknown()) })).optional(),
});
type ListedSuite = z.infer<typeof listedSuite>;

/** Counts the tests in what `playwright test --list --reporter=json` printed; undefined when it is no such list. */
export function countListedTests(output: string): number | undefined {
  const start = output.indexOf('{');
  if (start < 0) return undefined;
  try {
    return countTests(listedSuite.parse(JSON.parse(output.slice(start))));
  } catch {
    // Output that is not a list has no count: the caller reports the output itself.
    return undefined;
  }
}

function countTests(suite: ListedSuite): number {
  const own = (suite.specs ?? []).reduce((sum, spec) => sum + spec.tests.length, 0);
  return (suite.suites ?? []).reduce((sum, inner) => sum + countTests(inner), own);
}

/** Counts the tests in what `vitest list --json` printed; undefined when it is no such list. */
export function countListedVitestTests(output: string): number | undefined {
  try {
    return z.array(z.unknown()).parse(JSON.parse(output.slice(output.indexOf('[')))).length;
  } catch {
    return undefined;
  }
}

async function readReport<T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // A crash before the report is written shows here as no report, which the caller counts as a failure.
    return undefined;
  }
}
