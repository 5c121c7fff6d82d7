/**
 * `npm run torture -- [--minutes M] [--seed S] [--clients N] [--settle SECONDS]`: a service and N clients (3) on real folders for M minutes
 * (1), with real tools at work, processes killed and lines cut. Ends with 1 when anything was lost, half or unequal, or when the clients
 * took more than SECONDS (60) after the last act to be in sync.
 */
import { parseArgs } from 'node:util';
import { torture } from './torture.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    clients: { type: 'string', default: '3' },
    settle: { type: 'string', default: '60' },
  },
});
const numbers = [values.minutes, values.seed, values.clients, values.settle].map(Number);
const [minutes = 0, seed = 0, clients = 0, settleSeconds = 0] = numbers;
const isValid = minutes > 0 && settleSeconds > 0 && Number.isInteger(seed) && clients >= 1 && clients <= 10;
if (!isValid) {
  console.error(
    '--minutes and --settle are numbers above 0, --seed a whole number, --clients a whole number from 1 to 10.',
  );
  process.exitCode = 1;
} else {
  const report = await torture({ minutes, seed, clients, settleSeconds, say: (line) => console.log(`  ${line}`) });
  const count = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([what, times]) => `${times} × ${what}`).join(', ');
  console.log(`tools: ${count(report.acts)}`);
  console.log(`mischief: ${count(report.mischief)}`);
  console.log(
    `${report.saved} contents saved, ${report.owed} of them owed in the end, ${report.files} entries at rest, ` +
      `${report.looks} different contents looked at on the way, ${report.raced} writes into a file that had lost its name, ` +
      `in sync ${report.settledSeconds} s after the last act`,
  );
  for (const violation of report.violations) console.log(`VIOLATION ${violation}`);
  console.log(`${report.violations.length} violations`);
  process.exitCode = report.violations.length === 0 ? 0 : 1;
}
