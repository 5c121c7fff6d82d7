import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newQuickFolder } from '../files/quick-folder.ts';
import { type WebUser, webUser } from '../people/web-user.ts';
import { createPerson } from '../service/beside.ts';
import { copyEmptyTables } from '../service/empty-tables.ts';
import { type Finished, type Running, type ServiceProcess, startService, startTandem, tandem } from './processes.ts';

/** One service, one person, several computers; `close` removes everything. */
export type Workplace = {
  readonly folder: string;
  readonly service: () => ServiceProcess;
  readonly web: () => WebUser;
  readonly token: string;
  computer(name: string): Promise<Computer>;
  /** Stops the service with the given signal and restarts it on the same port, on its data or on another folder's. */
  restartService(signal: NodeJS.Signals, data?: string): Promise<void>;
  close(): Promise<void>;
};

export type Computer = {
  readonly name: string;
  readonly root: string;
  readonly state: string;
  /** Flags for every command that talks to the service. */
  readonly flags: readonly string[];
  once(...more: string[]): Promise<Finished & { readonly report: SyncReport }>;
  /** Starts `tandem sync` in the foreground. */
  sync(...more: string[]): Running;
};

export type SyncReport = {
  readonly state: string;
  readonly uploaded: number;
  readonly downloaded: number;
  readonly deleted_local: number;
  readonly deleted_remote: number;
  readonly moved: number;
  readonly conflicts: number;
  readonly blocked: readonly { readonly path: string; readonly reason: string; readonly remedy: string }[];
  readonly ignored: readonly { readonly path: string; readonly reason: string }[];
  readonly held: number;
  readonly bytes_up: number;
  readonly bytes_down: number;
  readonly requests: number;
  readonly seconds: number;
};

export async function openWorkplace(): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-place-'));
  const data = await newQuickFolder('tandem-place-service-');
  await copyEmptyTables(join(data, 'service.db'));
  let service = await startService(data);
  const token = await createPerson(data, 'ann@example.com');
  const running: Running[] = [];
  return {
    folder,
    token,
    service: () => service,
    web: () => webUser(service, token),
    computer: async (name) => {
      const root = join(folder, name, 'files');
      await mkdir(root, { recursive: true });
      return openComputer(name, root, join(folder, name, 'state'), () => service, token, running);
    },
    restartService: async (signal, otherData = data) => {
      const port = Number(new URL(service.baseUrl).port);
      await service.kill(signal);
      service = await startService(otherData, port);
    },
    close: async () => {
      await Promise.all(running.map((process) => process.kill('SIGKILL')));
      await service.kill('SIGKILL');
      for (const made of [folder, data]) await rm(made, { recursive: true, force: true });
    },
  };
}

function openComputer(
  name: string,
  root: string,
  state: string,
  service: () => ServiceProcess,
  token: string,
  running: Running[],
): Computer {
  const flags = ['--state', state, '--base-url', service().baseUrl];
  const env = { TANDEM_TOKEN: token };
  return {
    name,
    root,
    state,
    flags,
    once: async (...more) => {
      const finished = await tandem(['sync', '--local', root, '--remote', '0', '--once', '--json', ...flags, ...more], {
        env,
      });
      if (finished.code === 1) throw new Error(`sync --once on ${name} could not run: ${finished.stderr}`);
      return { ...finished, report: JSON.parse(finished.stdout) as SyncReport };
    },
    sync: (...more) => {
      const process = startTandem(['sync', '--local', root, '--remote', '0', ...flags, ...more], { env });
      running.push(process);
      return process;
    },
  };
}
