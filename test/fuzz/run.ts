import { parseArgs } from 'node:util';
import { keepHeapSmall } from '../../main/small-heap.ts';

/**
 * `npm run fuzz -- [--client] [--requests N] [--seed S]`: malformed requests over all operations, or with `--client` that many lies of
 * a service to the client. Exit 1 when one breaks a rule.
 */
const { values } = parseArgs({
  options: {
    client: { type: 'boolean', default: false },
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const seed = Number(values.seed);
const requests = Number(values.requests);
const started = Date.now();
const faults = values.client ? await attackClient() : await attackService();
process.exitCode = faults === 0 ? 0 : 1;

async function attackService(): Promise<number> {
  const { fuzz } = await import('./fuzz.ts');
  const report = await fuzz({ seed, requests, onProgress: (sent) => console.error(`${sent} requests`) });
  for (const { operation, what, request, answer } of report.faults.slice(0, 50)) {
    console.log(`${operation}: ${what}\n  ${request}\n  ${answer}`);
  }
  console.log(`answers: ${counted(report.statuses)}`);
  const sent = `${report.sent} requests over ${report.operations} operations`;
  console.log(`seed ${seed}: ${sent} in ${seconds()} s, ${report.faults.length} faults`);
  return report.faults.length;
}

async function attackClient(): Promise<number> {
  // As the client runs.
  keepHeapSmall();
  const { fuzzClient } = await import('./client/fuzz-client.ts');
  const onProgress = (done: number): void => console.error(`${done} acts`);
  const report = await fuzzClient({ seed, answers: requests, onProgress });
  for (const { act, what } of report.faults.slice(0, 50)) console.log(`${act}: ${what}`);
  console.log(`ends: ${counted(report.ends)}`);
  const answered = `${report.answered} answers to ${report.acts} acts over ${report.operations} operations`;
  const peak = `peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`;
  console.log(`seed ${seed}: ${answered} in ${seconds()} s, ${report.faults.length} faults, ${peak}`);
  return report.faults.length;
}

function seconds(): string {
  return ((Date.now() - started) / 1000).toFixed(0);
}

function counted(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([one], [other]) => one.localeCompare(other));
  return sorted.map(([name, count]) => `${name} x ${count}`).join(', ');
}
