/** `npm run check`: format, lint, types, import table, dead code and packaging, side by side. */
import { type CheckResult, checkParts, runCheckParts } from './check-parts.ts';

const report = ({ part, end, passed }: CheckResult): void => {
  console.log(`${passed ? '✔' : '✖'} ${part.name} (${end.seconds.toFixed(1)} s)`);
  if (!passed) console.log(`${end.output.trimEnd()}\n`);
};

const results = await runCheckParts(checkParts(), report);
const failed = results.filter((result) => !result.passed);
if (failed.length > 0) console.log(`check failed: ${failed.map((result) => result.part.name).join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
