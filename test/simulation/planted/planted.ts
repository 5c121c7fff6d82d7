/**
 * `npm run simulate:planted [-- --seeds N] [--bug WORDS]` plays each planted bug until the simulator catches it, and prints the number of seeds and
 * the broken rule. Exits with 1 if a bug was not caught within the seeds (default 2,000).
 */
import { parseArgs } from 'node:util';
import { createServiceHost } from '../world/service/service-host.ts';
import { openCatcher, seedsUpTo } from './catch-bug.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { seeds: { type: 'string' }, bug: { type: 'string' } } });
  const seeds = Number(values.seeds ?? '2000');
  if (!Number.isInteger(seeds) || seeds < 1) {
    console.error(`--seeds must be a whole number above 0; "${values.seeds}" is none.`);
    return 2;
  }
  const chosen = [...PLANTED_BUGS].filter(([name]) => name.includes(values.bug ?? ''));
  let missed = 0;
  const host = await createServiceHost();
  const catchBug = openCatcher(host);
  for (const [name, make] of chosen) {
    const caught = await catchBug(make, seedsUpTo(seeds));
    if (caught === null) missed += 1;
    console.log(`${caught === null ? `not within ${seeds}` : `seed ${caught.seed}, ${caught.rule}`}: ${name}`);
  }
  await host.close();
  console.log(`${chosen.length - missed} of ${chosen.length} planted bugs caught.`);
  return missed === 0 ? 0 : 1;
}

process.exitCode = await main();
