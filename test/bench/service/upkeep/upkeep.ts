import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openService } from '../../../../service/app.ts';
import type { Service } from '../../../../service/domain/service.ts';
import { jobs } from '../../../../service/jobs/start-jobs.ts';
import { readStorageConfig } from '../../../../service/options/config.ts';
import { startPostgres } from '../../../support/servers/postgres-server.ts';
import { startTestServers } from '../../../support/servers/test-servers.ts';
import type { Figure } from '../../figure.ts';
import { inLargeFolder, leaveBacklog, ofEachKind } from './upkeep-backlog.ts';

/** Longest time that a job may hold a lock. */
const mostMs = 100;

type Timed = { readonly service: Service; readonly takenMs: readonly number[] };

/** For each job of upkeep, its longest transaction on a large backlog: so long it holds its locks. On both databases. */
export async function* benchUpkeep(say: (text: string) => void): AsyncGenerator<readonly Figure[]> {
  const stopServers = await startTestServers();
  const database = await startPostgres({ durable: true });
  try {
    yield await measure('SQLite', {}, say);
    yield await measure('PostgreSQL', { database: database.url }, say);
  } finally {
    await database.stop();
    await stopServers();
  }
}

async function measure(
  name: string,
  place: { readonly database?: string },
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  const data = await mkdtemp(path.join(tmpdir(), 'tandem-bench-'));
  let aheadMs = 0;
  const clock = { now: () => Date.now() + aheadMs };
  try {
    await using opened = await openService(readStorageConfig({ data, ...place }), { clock });
    say(`${name}: leaving ${ofEachKind} things of each kind, and three folders of ${inLargeFolder} files`);
    aheadMs = (await leaveBacklog(opened.service)).waitMs;
    const figures: Figure[] = [];
    for (const { name: job, run } of jobs) {
      const { service, takenMs } = timed(opened.service);
      const count = await run(service);
      figures.push(figure(`“${job}”, count ${count}, on ${name}`, takenMs));
    }
    return figures;
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

function figure(job: string, takenMs: readonly number[]): Figure {
  const sorted = takenMs.toSorted((one, other) => one - other);
  const at = (share: number) => Number((sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1));
  return {
    what: `longest of ${sorted.length} transactions of ${job}`,
    value: at(1),
    unit: 'ms',
    peers: [
      { what: '99 of 100 of them at most', value: at(0.99) },
      { what: 'half of them at most', value: at(0.5) },
      { what: 'the longest allowed', value: mostMs },
    ],
  };
}

/** The service, and how long each of its transactions took. */
function timed(service: Service): Timed {
  const takenMs: number[] = [];
  const transaction: Service['store']['transaction'] = async (work, scope) => {
    const begun = performance.now();
    try {
      return await service.store.transaction(work, scope);
    } finally {
      takenMs.push(performance.now() - begun);
    }
  };
  return { service: { ...service, store: { ...service.store, transaction } }, takenMs };
}
