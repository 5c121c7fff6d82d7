import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Client and service as separate processes, as a person starts them, for tests that kill, measure or read output. Everything listens on the
 * loopback address; the starter must stop it.
 */
const clientEntry = fileURLToPath(new URL('../../../bin/tandem.mjs', import.meta.url));
const serviceEntry = fileURLToPath(new URL('../../../bin/tandem-service.mjs', import.meta.url));

/** Compile cache that `npm test` sets for all child programs: it halves their start time. */
const compiled = fileURLToPath(new URL('../../../test-results/compiled', import.meta.url));

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type Running = {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly finished: Promise<Finished>;
  /** Output so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  kill(signal?: NodeJS.Signals): Promise<Finished>;
};

export type RunOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
  /** The most files that the process may have open; needs a POSIX shell. */
  readonly maxOpenFiles?: number;
  /** Default: no standard input. */
  readonly input?: string;
};

export const startTandem = (args: readonly string[], options: RunOptions = {}): Running =>
  start(clientEntry, args, options);
export const tandem = (args: readonly string[], options: RunOptions = {}): Promise<Finished> =>
  startTandem(args, options).finished;
export const startTandemService = (args: readonly string[], options: RunOptions = {}): Running =>
  start(serviceEntry, args, options);
export const tandemService = (args: readonly string[], options: RunOptions = {}): Promise<Finished> =>
  startTandemService(args, options).finished;

/** Like `runServiceProcess`, with the program that `npm test` built: it starts in a third of the time that the sources take. */
export const runBuiltService = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [serviceEntry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  });

export type ServiceProcess = Running & {
  readonly baseUrl: string;
  readonly uploadUrl: string;
  readonly data: string;
};

/** Starts a service on a free port (or the given one). Resolves when it is ready. `more`: further flags. */
export async function startService(data: string, port = 0, more: readonly string[] = []): Promise<ServiceProcess> {
  const flags = ['--data', data, '--host', '127.0.0.1', '--port', String(port), ...more];
  return serviceOn(data, start(serviceEntry, ['start', ...flags], {}));
}

/** Resolves when a started service is ready. */
export async function serviceOn(data: string, running: Running): Promise<ServiceProcess> {
  const ready = JSON.parse(await firstLine(running)) as { base_url: string; upload_url: string };
  return { ...running, baseUrl: ready.base_url, uploadUrl: ready.upload_url, data };
}

/** Starts a service in a terminal of its own (Linux), which `kill` closes; `pid` is that of the service. */
export async function startServiceInTerminal(data: string): Promise<ServiceProcess> {
  const words = [process.execPath, serviceEntry, 'start', '--data', data, '--host', '127.0.0.1', '--port', '0'];
  const running = spawnProgram('script', ['-qec', words.map((word) => `'${word}'`).join(' '), '/dev/null'], {});
  const ready = JSON.parse(await firstLine(running)) as { base_url: string; upload_url: string; pid: number };
  return { ...running, pid: ready.pid, baseUrl: ready.base_url, uploadUrl: ready.upload_url, data };
}

/**
 * Starts a service whose data directory is a separate disk of the given size in MiB, visible only to this process and its children: as root, or as
 * root of a user namespace. `tokenFile` with the first person's token lies outside that disk.
 */
export async function startServiceOnSmallDisk(
  data: string,
  mebibytes: number,
  tokenFile: string,
): Promise<ServiceProcess> {
  const isRoot = process.getuid?.() === 0;
  const script = [
    `mount -t tmpfs -o size=${mebibytes}m none "$1"`,
    '"$2" "$3" users create --data "$1" --login ann@example.com --name Ann >/dev/null',
    '"$2" "$3" tokens create --data "$1" --login ann@example.com >"$4"',
    'exec "$2" "$3" start --data "$1" --host 127.0.0.1 --port 0',
  ].join(' && ');
  const flags = isRoot ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
  const running = spawnProgram(
    'unshare',
    [...flags, 'sh', '-c', script, 'sh', data, process.execPath, serviceEntry, tokenFile],
    {},
  );
  return serviceOn(data, running);
}

/** Runs the service's program where another process sees its own disks, also after that process has ended. */
export async function beside(
  pid: number,
): Promise<{ start: (args: readonly string[]) => Running; close(): Promise<void> }> {
  const kinds = process.getuid?.() === 0 ? ['mnt'] : ['user', 'mnt'];
  const handles = await Promise.all(kinds.map((kind) => open(`/proc/${pid}/ns/${kind}`)));
  const flags = { mnt: '--mount', user: '--user' };
  const spaces = handles.map(({ fd }, at) => `${flags[kinds[at] as 'mnt' | 'user']}=/proc/${process.pid}/fd/${fd}`);
  return {
    start: (args) =>
      spawnProgram('nsenter', [...spaces, '--preserve-credentials', process.execPath, serviceEntry, ...args], {}),
    close: async () => void (await Promise.all(handles.map((handle) => handle.close()))),
  };
}

/** Polls until `condition` returns a value. The timeout names the test. */
export async function eventually<T>(
  what: string,
  condition: () => Promise<T | undefined | false | null>,
  limitMs = 60_000,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false && value !== null) return value;
    if (Date.now() > end) throw new Error(`it did not happen within ${limitMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function start(entry: string, args: readonly string[], options: RunOptions): Running {
  const words = [process.execPath, ...(options.nodeOptions ?? []), entry, ...args];
  if (options.maxOpenFiles === undefined) return spawnProgram(process.execPath, words.slice(1), options);
  const limited = `ulimit -n ${options.maxOpenFiles} && exec "$@"`;
  return spawnProgram('sh', ['-c', limited, 'sh', ...words], options);
}

function spawnProgram(program: string, args: readonly string[], options: RunOptions): Running {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { NODE_COMPILE_CACHE: compiled, NO_COLOR: '1', TANDEM_CHECK_ANSWERS: 'on', ...process.env, ...options.env },
  });
  child.stdin.end(options.input);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const finished = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return {
    child,
    pid: child.pid ?? -1,
    finished,
    stdout: () => stdout,
    stderr: () => stderr,
    kill: (signal = 'SIGTERM') => {
      child.kill(signal);
      return finished;
    },
  };
}

async function firstLine(running: Running): Promise<string> {
  const ended = running.finished.then((end) => {
    throw new Error(`it ended with ${end.code} before it was ready: ${end.stderr}`);
  });
  const line = eventually(
    'a first line on standard output',
    async () => {
      const [first, rest] = running.stdout().split('\n', 2);
      return rest === undefined ? undefined : first;
    },
    60_000,
  ).catch((cause: unknown) => {
    throw new Error(`it does not begin to serve; it said: ${running.stderr()}`, { cause });
  });
  return Promise.race([line, ended]);
}
