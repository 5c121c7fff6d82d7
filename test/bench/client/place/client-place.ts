import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, type Running, startService, startTandem } from '../../../support/programs/processes.ts';
import type { SyncReport } from '../../../support/programs/workplace.ts';
import { createPerson } from '../../../support/service/beside.ts';
import { watchMemory } from '../../resident-memory.ts';
import { type LoopDelay, measureLoopDelay } from '../loop-delay.ts';
import { processorMs } from './run-program.ts';

/** The person of the bench. */
export const LOGIN = 'bench@example.com';

/** A service with one person, and computers that sync a folder with the top folder of the account; all in one temporary folder. */
export type ClientPlace = {
  readonly folder: string;
  readonly servicePid: number;
  /** Of the service, and of the person. */
  readonly access: { readonly baseUrl: string; readonly token: string };
  /** @param remote the folder of the account that it syncs; the top one unless given. */
  computer(name: string, remote?: string): Promise<BenchComputer>;
  close(): Promise<void>;
};

export type BenchComputer = {
  readonly root: string;
  readonly state: string;
  /** Of `follow`. */
  readonly delay: LoopDelay;
  /** One pass of a fresh process: from its start to its end, as the person waits for it. */
  once(): Promise<Pass>;
  /** Keeps the folder in sync until the place closes; resolves when it says that everything is in sync. */
  follow(limitMs: number): Promise<Running>;
};

export type Pass = {
  readonly report: SyncReport;
  /** Of the process as a whole, its start included. */
  readonly seconds: number;
  /** Of all its threads; on a busy machine it says more than the clock. */
  readonly processorSeconds: number;
  readonly clientMegabytes: number;
  readonly serviceMegabytes: number;
};

/** @param fill fills the data directory before the service starts; the person exists already. */
export async function openClientPlace(fill: (data: string) => Promise<void> = async () => {}): Promise<ClientPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  const data = join(folder, 'service');
  const token = await createPerson(data, LOGIN);
  await fill(data);
  const service = await startService(data);
  const running: Running[] = [];
  const env = { TANDEM_TOKEN: token };
  return {
    folder,
    servicePid: service.pid,
    access: { baseUrl: service.baseUrl, token },
    computer: async (name, remote = '0') => {
      const [root, state] = [join(folder, name, 'files'), join(folder, name, 'state')];
      await mkdir(root, { recursive: true });
      const args = ['sync', '--local', root, '--remote', remote, '--state', state, '--base-url', service.baseUrl];
      const delay = measureLoopDelay(join(folder, name, 'loop-delay'));
      return {
        root,
        state,
        delay,
        once: () => passOf(startTandem([...args, '--once', '--json'], { env }), service.pid),
        follow: async (limitMs) => {
          const { nodeOptions } = delay;
          const process = startTandem([...args, '--json'], { env: { ...env, ...delay.env }, nodeOptions });
          running.push(process);
          await eventually('in sync', async () => process.stdout().includes('"state":"in_sync"'), limitMs);
          return process;
        },
      };
    },
    close: async () => {
      await Promise.all(running.map((process) => process.kill('SIGKILL')));
      await service.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function passOf(client: Running, servicePid: number): Promise<Pass> {
  const started = performance.now();
  let usedMs = 0;
  const memory = watchMemory(() => {
    usedMs = Math.max(usedMs, processorMs(client.pid));
    return [client.pid, servicePid];
  });
  const end = await client.finished;
  const peaks = memory.stop();
  if (end.code === 1) throw new Error(`sync --once: ${end.stderr}`);
  return {
    report: JSON.parse(end.stdout) as SyncReport,
    seconds: Math.round((performance.now() - started) / 10) / 100,
    processorSeconds: usedMs / 1000,
    clientMegabytes: peaks.get(client.pid) ?? 0,
    serviceMegabytes: peaks.get(servicePid) ?? 0,
  };
}
