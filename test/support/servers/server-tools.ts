import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

/** What a test server offers, and how it is ended. */
export type StartedServer = {
  readonly url: string;
  stop(): Promise<void>;
};

/** Debian packages of the servers that npm does not bring. */
const packages = 'radosgw ceph-mon ceph-osd ceph-mgr';

/** @throws Error with the line that installs what is missing. */
export async function requireProgram(file: string): Promise<string> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) return file;
  throw new Error(`${file} is missing: apt-get install -y --no-install-recommends ${packages}`);
}

/** A tool of the servers that takes longer than this waits for something that will not come, in milliseconds. */
const toolTimeoutMs = 60_000;

/** Runs a program to its end and gives what it printed. */
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

/** A port of the loopback address that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

/** Starts a server that ends with this process, however this process ends; what it says goes to a file. */
export function startServer(command: readonly string[], logFile: string): ChildProcess {
  const log = createWriteStream(logFile, { flags: 'a' });
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  return child;
}

/** Ends a server and resolves when it is gone. */
export async function endServer(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Asks again until the server answers, with a limit that says what did not. */
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
