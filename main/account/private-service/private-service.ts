import { createInterface } from 'node:readline';
import { z } from 'zod';
import { fixOf } from '../../../preload/words/message.ts';
import { openPrivate } from '../../private/open-private.ts';
import type { PrivateSocket } from '../../private/private-socket-path.ts';
import { newSocketKey } from '../../private/socket-key.ts';
import { privateAddress, privatePlace } from '../account-record.ts';
import { ExplainedError } from '../explained-error.ts';
import { listenTo, type ServiceOutput } from './service-output.ts';

/** A process of the service: a child of Node, or a utility process of Electron. */
export type ServiceProcess = {
  /** Undefined if it could not be started. */
  readonly pid?: number | undefined;
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  once(event: 'exit', listener: (code: number | null) => void): unknown;
  /** A process of Node that could not be started has no exit. */
  on?(event: 'error', listener: (error: Error) => void): unknown;
  /** Asks it to stop; false if that was not possible. */
  kill(): boolean;
};

/** Starts the service's command line as a separate process; the Electron shell and plain Node do so in different ways. */
export type RunService = (args: readonly string[]) => ServiceProcess;

export type PrivateService = {
  readonly address: ReturnType<typeof privateAddress>;
  /** A fresh access token of the owner, issued by the service's own command line, even while it runs. `signal` ends that. */
  newToken(signal?: AbortSignal): Promise<string>;
  /** Its log. */
  readonly output: ServiceOutput;
  /** Resolves when the process has ended, by itself or by `stop`. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

export type PrivateServiceOptions = {
  /** The folder of its database and contents. */
  readonly data: string;
  /** The owner of a new service. An existing one keeps its own owner. */
  readonly login: string;
  readonly name: string;
  readonly run: RunService;
  /** Receives each line of its log; omitted: only a failure shows the last ones. */
  readonly hear?: (line: string) => void;
  /** How long the process may take to stop before it is killed, in milliseconds. */
  readonly stopWithinMs?: number;
};

/** An idle service stops within a second. A killed one has lost nothing that it acknowledged. Less than the desktop gives its whole end. */
const STOP_WITHIN_MS = 5_000;

/** The exit code, or the reason why the process could not be started; null: a signal. */
type Exit = number | null | Error;

/** `why`: in English, from the service's own output; empty when it gave no reason. */
export class PrivateServiceError extends ExplainedError {
  /** True if the service met trouble on this computer and said so. False: a fault of its own ended it. */
  readonly isExplained: boolean;
  constructor(why: string, exit: Exit = null) {
    const says = { code: 'private_service_not_started', args: { why } } as const;
    super('private_service_failed', says, fixOf(says));
    this.isExplained = exit === EXPLAINED;
  }
}

/** The account names a private service whose data is gone. Another one would be another account, without any of its files. */
export class PrivateServiceMissing extends ExplainedError {
  constructor(path: string, state: string) {
    const says = { code: 'private_service_missing', args: { path, state } } as const;
    super('private_service_missing', says, fixOf(says));
  }
}

/** The data in the place of the account's private service belong to another one, so its files are not those of the synced folders. */
export class PrivateServiceDiffers extends ExplainedError {
  constructor(path: string, state: string) {
    const says = { code: 'private_service_differs', args: { path, state } } as const;
    super('private_service_differs', says, fixOf(says));
  }
}

/** Its exit code then (EX_CONFIG). Node itself ends with 1 after an uncaught exception. */
const EXPLAINED = 78;

const Ready = z.object({
  ready: z.literal(true),
  base_url: z.url(),
  upload_url: z.url(),
  socket: z.string(),
  service_id: z.string().min(1),
});
type Ready = z.infer<typeof Ready>;
const TOKEN_LIFE = '12h';

/**
 * Starts the private service of this computer, with its data in `data`; on the first start it creates its owner, the one person that it serves.
 * It listens on a socket in its data folder, which other users of the computer can neither open nor replace, and proves a key that only this user
 * can read. Nothing limits how long it takes, as an update of a large database may: `signal` ends the start, with its reason.
 */
export async function startPrivateService(
  options: PrivateServiceOptions,
  signal?: AbortSignal,
): Promise<PrivateService> {
  signal?.throwIfAborted();
  openPrivate('folder', options.data);
  const place = privatePlace(options.data);
  newSocketKey(place.socket.keyFile);
  const child = start(options, place.socket);
  const exit = exitOf(child);
  const ended = exit.then(() => undefined);
  const { stdout, stderr } = pipes(child);
  const output = listenTo(stderr, options.hear ?? (() => undefined));
  const stopNow = (): Promise<void> => stop(child, ended, options);
  const onAbort = (): void => void stopNow();
  signal?.addEventListener('abort', onAbort);
  try {
    const ready = await readyLine(stdout, { exit, output });
    assertSame(ready, place);
    const address = privateAddress(options.data, ready.service_id);
    return { address, newToken: (until) => newToken(options, until), output, ended, stop: stopNow };
  } catch (error) {
    await stopNow();
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

async function stop(
  child: ServiceProcess,
  ended: Promise<void>,
  { stopWithinMs = STOP_WITHIN_MS }: PrivateServiceOptions,
): Promise<void> {
  child.kill();
  const overdue = setTimeout(() => killProcess(child), stopWithinMs);
  await ended;
  clearTimeout(overdue);
}

/** Until its exit is reported, no other process can have its id. */
function killProcess({ pid }: ServiceProcess): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It ended at this moment.
  }
}

function start({ data, login, name, run }: PrivateServiceOptions, { path, keyFile }: PrivateSocket): ServiceProcess {
  // Additional accounts may appear later: other people cannot put items into this user's folders without an invitation being
  // accepted.
  const invitations = ['--invitations', 'ask'];
  const owner = ['--owner', login, '--owner-name', name];
  return run(['start', '--data', data, '--socket', path, '--socket-key', keyFile, ...invitations, ...owner]);
}

function exitOf(child: ServiceProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.on?.('error', resolve);
  });
}

/** The URLs that the client stores must match those that the service puts into its answers. */
function assertSame(ready: Ready, { baseUrl, uploadUrl, socket }: ReturnType<typeof privatePlace>): void {
  if (ready.base_url === baseUrl && ready.upload_url === uploadUrl && ready.socket === socket.path) return;
  throw new PrivateServiceError(`it listens at ${ready.base_url} (${ready.socket}), not at ${socket.path}.`);
}

/** The first line on standard output reports that the service is ready. If the process ends before that, its output explains the failure. */
async function readyLine(
  stdout: NodeJS.ReadableStream,
  { exit, output }: { readonly exit: Promise<Exit>; readonly output: ServiceOutput },
): Promise<Ready> {
  for await (const line of createInterface({ input: stdout })) {
    stdout.resume();
    return Ready.parse(JSON.parse(line));
  }
  await output.ended;
  throw new PrivateServiceError(reasonOf(await exit, output.last()), await exit);
}

const reasonOf = (exit: Exit, complaint: string): string => (exit instanceof Error ? exit.message : complaint.trim());

async function newToken({ data, run }: PrivateServiceOptions, signal?: AbortSignal): Promise<string> {
  const args = ['tokens', 'create', '--data', data, '--owner', '--expires', TOKEN_LIFE];
  return (await runToEnd(run, args, signal)).trim();
}

async function runToEnd(run: RunService, args: readonly string[], signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted();
  const child = run(args);
  const kill = (): boolean => child.kill();
  signal?.addEventListener('abort', kill);
  try {
    const ended = exitOf(child);
    const { stdout, stderr } = pipes(child);
    const [output, complaint, exit] = await Promise.all([collect(stdout), collect(stderr), ended]);
    if (exit === 0) return output;
    signal?.throwIfAborted();
    throw new PrivateServiceError(`it refused "${args.slice(0, 2).join(' ')}": ${reasonOf(exit, complaint)}`, exit);
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}

async function collect(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) text = (text + String(chunk)).slice(-64_000);
  return text;
}

function pipes(child: ServiceProcess): { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
  // Undefined if the process could not be started because too many files are open.
  if (!child.stdout || !child.stderr) throw new PrivateServiceError('it has no pipes.');
  return { stdout: child.stdout, stderr: child.stderr };
}
