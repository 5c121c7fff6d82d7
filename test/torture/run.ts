/**
 * `npm run torture -- [--minutes M] [--seed S] [--clients N]`: a service and N clients (3) on real folders for M minutes (1),
 * with real tools at work, processes killed and lines cut. Ends with 1 when anything was lost, half or unequal.
 */
import { parseArgs } from 'node:util';
import { torture } from './torture.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    clients: { type: 'string', default: '3' },
  },
});
const [minutes, seed, clients] = [values.minutes, values.seed, values.clients].map(Number);
if (!(Number(minutes) > 0) || !Number.isInteger(seed) || !(Number(clients) >= 1 && Number(clients) <= 10)) {
  console.error('--minutes is a number above 0, --seed a whole number, --clients a whole number from 1 to 10.');
  process.exitCode = 1;
} else {
  const plan = { minutes: Number(minutes), seed: Number(seed), clients: Number(clients) };
  const report = await torture({ ...plan, say: (line) => console.log(`  ${line}`) });
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
