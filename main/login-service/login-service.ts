import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { jobLabel, launchdJob, type Started, systemdUnit, unitName } from './units.ts';

/** Runs a system program; rejects with its output. */
export type RunSystem = (program: string, args: readonly string[]) => Promise<string>;

export type ServiceState = {
  readonly isInstalled: boolean;
  readonly isRunning: boolean;
  /** The unit file, absolute. */
  readonly file: string;
  /** True if it differs from what an installation would write now: another Node, another state folder. */
  readonly isStale: boolean;
};

/** `tandem run` as a user service that the system starts with the session. */
export type LoginService = {
  install(): Promise<ServiceState>;
  uninstall(): Promise<void>;
  state(): Promise<ServiceState>;
};

export type LoginServiceParts = {
  readonly platform: 'linux' | 'darwin';
  readonly file: string;
  readonly started: Started;
  /** The user id, for launchd. */
  readonly userId: number;
  readonly run?: RunSystem;
  readonly sleep?: (ms: number) => Promise<unknown>;
};

export function loginService(parts: LoginServiceParts): LoginService {
  const { platform, file, started, run = runSystem } = parts;
  const text = platform === 'linux' ? systemdUnit(started) : launchdJob(started);
  const system = platform === 'linux' ? systemd(run) : launchd(run, parts);
  const state = async (): Promise<ServiceState> => {
    const found = await readFile(file, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    });
    const isRunning = found !== null && (await system.isRunning());
    return { isInstalled: found !== null, isRunning, file, isStale: found !== null && found !== text };
  };
  return {
    state,
    async install() {
      await mkdir(path.dirname(file), { recursive: true });
      // The log's folder may not exist before the first start.
      await mkdir(path.dirname(started.logFile), { recursive: true, mode: 0o700 });
      await writeFile(`${file}.new`, text);
      await rename(`${file}.new`, file);
      await system.start();
      return state();
    },
    async uninstall() {
      await system.stop();
      await rm(file, { force: true });
      await system.forget();
    },
  };
}

type System = {
  readonly start: () => Promise<unknown>;
  readonly stop: () => Promise<unknown>;
  readonly forget: () => Promise<unknown>;
  readonly isRunning: () => Promise<boolean>;
};

function systemd(run: RunSystem): System {
  const control = (...args: readonly string[]) => run('systemctl', ['--user', ...args]);
  return {
    start: async () => {
      await control('daemon-reload');
      await control('enable', unitName);
      await control('restart', unitName);
    },
    // Missing or not running is already the desired state.
    stop: () => control('disable', '--now', unitName).catch(() => ''),
    forget: () => control('daemon-reload').catch(() => ''),
    isRunning: () => answers(control('is-active', '--quiet', unitName)),
  };
}

/** A job that ends takes its time: Tandem finishes the files being written first. */
const ENDED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 250;

function launchd(run: RunSystem, { file, userId, sleep = delay }: LoginServiceParts): System {
  const domain = `gui/${userId}`;
  const job = `${domain}/${jobLabel}`;
  const stop = () => run('launchctl', ['bootout', job]).catch(() => '');
  // Beyond the limit, launchd reports the problem.
  const ended = async (): Promise<void> => {
    for (let waitedMs = 0; waitedMs < ENDED_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
      if (!(await answers(run('launchctl', ['print', job])))) return;
      await sleep(LOOK_EVERY_MS);
    }
  };
  const load = () => run('launchctl', ['bootstrap', domain, file]);
  return {
    start: async () => {
      await stop();
      // `bootout` returns before the job is gone, and launchd refuses a second job of its name.
      await ended();
      await run('launchctl', ['enable', job]);
      await load().catch(async () => {
        await sleep(LOOK_EVERY_MS);
        await load();
      });
    },
    stop,
    forget: async () => undefined,
    isRunning: () =>
      run('launchctl', ['print', job]).then(
        (said) => /\bstate = running\b/.test(said),
        () => false,
      ),
  };
}

const answers = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => true,
    () => false,
  );

const runSystem: RunSystem = async (program, args) => (await promisify(execFile)(program, [...args])).stdout;
