import { createInterface } from 'node:readline';
import { z } from 'zod';
import { fixOf } from '../../../preload/words/message.ts';
import { openPrivate } from '../../private/open-private.ts';
import type { PrivateSocket } from '../../private/private-socket-path.ts';
import { newSocketKey } from '../../private/socket-key.ts';
import { privateAddress, type ServiceAddress } from '../account-record.ts';
import { ExplainedError } from '../explained-error.ts';

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
  readonly address: ServiceAddress & { readonly socket: PrivateSocket };
  /** A fresh access token of the first person, issued by the service's own command line, even while it runs. */
  newToken(): Promise<string>;
  /** Resolves when the process has ended, by itself or by `stop`. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

export type PrivateServiceOptions = {
  /** The folder of its database and contents. */
  readonly data: string;
  readonly login: string;
  readonly name: string;
  readonly run: RunService;
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

/** Its exit code then (EX_CONFIG). Node itself ends with 1 after an uncaught exception. */
const EXPLAINED = 78;

const Ready = z.object({ ready: z.literal(true), base_url: z.url(), upload_url: z.url(), socket: z.string() });
const TOKEN_LIFE = '12h';

/**
 * Starts the private service of this computer, with its data in `data`; on the first start it creates the one person that it serves.
 * It listens on a socket in its data folder, which other users of the computer can neither open nor replace, and proves a key that only this user
 * can read.
 */
export async function startPrivateService(options: PrivateServiceOptions): Promise<PrivateService> {
  openPrivate('folder', options.data);
  const address = privateAddress(options.data);
  newSocketKey(address.socket.keyFile);
  const child = start(options, address.socket);
  const exit = exitOf(child);
  const ended = exit.then(() => undefined);
  try {
    assertSame(await readyLine(child, exit), address);
  } catch (error) {
    await stop(child, ended, options);
    throw error;
  }
  return {
    address,
    newToken: () => newToken(options),
    ended,
    stop: () => stop(child, ended, options),
  };
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
function assertSame(ready: z.infer<typeof Ready>, { baseUrl, uploadUrl, socket }: PrivateService['address']): void {
  if (ready.base_url === baseUrl && ready.upload_url === uploadUrl && ready.socket === socket.path) return;
  throw new PrivateServiceError(`it listens at ${ready.base_url} (${ready.socket}), not at ${socket.path}.`);
}

/** The first line on standard output reports that the service is ready. If the process ends before that, its output explains the failure. */
async function readyLine(child: ServiceProcess, exit: ReturnType<typeof exitOf>): Promise<z.infer<typeof Ready>> {
  const { stdout, stderr } = pipes(child);
  const complaint = collect(stderr);
  for await (const line of createInterface({ input: stdout })) {
    stdout.resume();
    return Ready.parse(JSON.parse(line));
  }
  throw new PrivateServiceError(reasonOf(await exit, await complaint), await exit);
}

const reasonOf = (exit: Exit, complaint: string): string => (exit instanceof Error ? exit.message : complaint.trim());

async function newToken({ data, login, run }: PrivateServiceOptions): Promise<string> {
  const args = ['tokens', 'create', '--data', data, '--login', login, '--expires', TOKEN_LIFE];
  return (await runToEnd(run, args)).trim();
}

async function runToEnd(run: RunService, args: readonly string[]): Promise<string> {
  const child = run(args);
  const ended = exitOf(child);
  const { stdout, stderr } = pipes(child);
  const [output, complaint, exit] = await Promise.all([collect(stdout), collect(stderr), ended]);
  if (exit === 0) return output;
  throw new PrivateServiceError(`it refused "${args.slice(0, 2).join(' ')}": ${reasonOf(exit, complaint)}`, exit);
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
