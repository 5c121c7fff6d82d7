import { readBlobPlace, readDatabasePlace } from '../../../service/options/storage-config.ts';
import { openSlowLine, throughLine } from '../../support/lines/slow-line.ts';
import { type ServiceProcess, startService } from '../../support/programs/processes.ts';
import { freePort } from '../../support/servers/server-tools.ts';
import { createPerson } from '../../support/service/beside.ts';
import { type Disturbance, nowhere, type Stage } from './stage.ts';

/** Two processes on one PostgreSQL and one bucket. */
export type TwoProcesses = {
  /** Added to every round trip to the database. */
  readonly latencyMs: number;
  readonly database: { readonly url: string; kill?(): Promise<void>; start?(): Promise<void> };
  readonly blobs: string;
};

/** Requests go to both processes. Each can be killed, and the database if it can be started again. */
export async function openTwoProcesses({ latencyMs, database, blobs }: TwoProcesses): Promise<Stage> {
  const line = await openSlowLine(new URL(database.url), latencyMs);
  const direct = ['--database', database.url, '--blobs', blobs];
  const flags = ['--database', throughLine(database.url, line), '--blobs', blobs, '--rate-limit', 'off'];
  const processes: ServiceProcess[] = [];
  const close = async () => {
    await Promise.all(processes.map(async (each) => each.kill('SIGKILL')));
    await line.close();
  };
  try {
    const token = await createPerson(nowhere, 'p0@example.com', direct);
    const ports = [await freePort(), await freePort()];
    const starts = ports.map((port) => async () => startService(nowhere, port, flags));
    processes.push(...(await Promise.all(starts.map(async (start) => start()))));
    const killed = starts.map((start, index) => ({
      name: 'process',
      act: async () => killAndStart(processes, index, start),
    }));
    return {
      doors: [...processes],
      token,
      storage: {
        dataDirectory: nowhere,
        database: readDatabasePlace(`${database.url}?pool=2`, '/'),
        blobs: readBlobPlace(blobs, '/'),
        signal: { kind: 'database' },
      },
      direct: () => ({ databaseUrl: database.url, flags: direct }),
      disturbances: [...killed, ...databaseKill(database)],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Kills a process of the service and starts it again at its address. */
export async function killAndStart(
  processes: ServiceProcess[],
  index: number,
  start: () => Promise<ServiceProcess>,
): Promise<void> {
  await processes[index]?.kill('SIGKILL');
  processes[index] = await start();
}

function databaseKill({ kill, start }: TwoProcesses['database']): readonly Disturbance[] {
  if (!kill || !start) return [];
  const act = async () => {
    await kill();
    await start();
  };
  return [{ name: 'database', act }];
}
