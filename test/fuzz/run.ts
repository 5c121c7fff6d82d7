import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

/** `npm run fuzz -- [--requests N] [--seed S]`: malformed requests over all operations; exit 1 when one breaks a rule. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const seed = Number(values.seed);
const started = Date.now();
const report = await fuzz({
  seed,
  requests: Number(values.requests),
  onProgress: (sent) => console.error(`${sent} requests`),
});
for (const { operation, what, request, answer } of report.faults.slice(0, 50)) {
  console.log(`${operation}: ${what}\n  ${request}\n  ${answer}`);
}
const statuses = [...report.statuses].sort(([one], [other]) => one.localeCompare(other));
console.log(`answers: ${statuses.map(([status, count]) => `${status} x ${count}`).join(', ')}`);
const seconds = ((Date.now() - started) / 1000).toFixed(0);
console.log(
  `seed ${seed}: ${report.sent} requests over ${report.operations} operations in ${seconds} s, ${report.faults.length} faults`,
);
process.exitCode = report.faults.length === 0 ? 0 : 1;
