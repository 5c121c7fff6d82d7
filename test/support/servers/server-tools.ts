import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

/** A running test server. */
export type StartedServer = {
  readonly url: string;
  stop(): Promise<void>;
};

/** A server that can be killed in the middle of its work, and started again with the same data at the same address. */
export type RestartableServer = StartedServer & { kill(): Promise<void>; start(): Promise<void> };

/** @throws Error with the command that installs the missing program. */
export async function requireProgram(file: string, packages: string): Promise<string> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) return file;
  throw new Error(`${file} is missing: apt-get install -y --no-install-recommends ${packages}`);
}

/** Timeout of server tools, in milliseconds. */
const toolTimeoutMs = 60_000;

/** Runs a program to completion and returns its output. */
export async function run(command: readonly string[]): Promise<string> {
  const [file = '', ...args] = command;
  return (
    await promisify(execFile)(file, args, {
      maxBuffer: 64 * 1024 * 1024,
      timeout: toolTimeoutMs,
      killSignal: 'SIGKILL',
    })
  ).stdout;
}

/** A currently free port of the loopback address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

/** Starts a server that stops when this process exits for any reason. Its output goes to a file. */
export function startServer(command: readonly string[], logFile: string): ChildProcess {
  const log = createWriteStream(logFile, { flags: 'a' });
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  return child;
}

/** Stops a server. Resolves when it has exited. */
export async function endServer(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Polls until the server answers. The timeout error names it. */
export async function untilReady(what: string, limitMs: number, ask: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + limitMs;
  for (;;) {
    try {
      await ask();
      return;
    } catch (cause) {
      if (Date.now() > end) throw new Error(`${what} did not answer within ${limitMs} ms.`, { cause });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
