import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** Starts the service's command line as a process of its own; the Electron shell and plain Node do it in different ways. */
export type RunService = (args: readonly string[]) => ChildProcess;

export type PrivateService = {
  readonly baseUrl: string;
  readonly uploadUrl: string;
  readonly login: string;
  /** A fresh access token of the first person; the service's own command line makes it, also while it runs. */
  newToken(): Promise<string>;
  /** Ends when the process has ended by itself or by `stop`. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

export type PrivateServiceOptions = {
  /** Folder of its database and contents. */
  readonly data: string;
  readonly login: string;
  readonly name: string;
  readonly run: RunService;
};

export class PrivateServiceError extends Error {
  readonly code = 'private_service_failed';
  readonly remedy = 'Check the disk and the folder that it names, then start Tandem again.';
}

const Ready = z.object({
  ready: z.literal(true),
  base_url: z.url(),
  upload_url: z.url(),
  public_url: z.url(),
});
const TOKEN_LIFE = '12h';

/**
 * Starts the private service of this computer on the loopback address, with its data in `data`; on the first start it
 * creates the one person that it serves. The port of the last start is taken again when it is free, so that links stay valid.
 */
export async function startPrivateService(options: PrivateServiceOptions): Promise<PrivateService> {
  await mkdir(options.data, { recursive: true, mode: 0o700 });
  const { child, ready } = await startOnLastPort(options);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const commandLine = (args: readonly string[]) => runToEnd(options.run, [...args, '--data', options.data]);
  try {
    await ensureUser(options, commandLine);
  } catch (error) {
    child.kill('SIGTERM');
    await ended;
    throw error;
  }
  return {
    baseUrl: ready.base_url,
    uploadUrl: ready.upload_url,
    login: options.login,
    newToken: async () =>
      (await commandLine(['tokens', 'create', '--login', options.login, '--expires', TOKEN_LIFE])).trim(),
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function startOnLastPort(options: { data: string; run: RunService }) {
  const portFile = join(options.data, 'port');
  const last = await readFile(portFile, 'utf8').catch(() => null); // not there on a first start; any port will do then
  const started =
    (last === null ? null : await start(options, last.trim()).catch(() => null)) ?? (await start(options, '0'));
  await writeFile(portFile, new URL(started.ready.base_url).port);
  return started;
}

async function start(options: { data: string; run: RunService }, port: string) {
  // Whoever else gets an account here later: nothing comes into this person's folders that was not accepted.
  const args = ['start', '--data', options.data, '--host', '127.0.0.1', '--port', port, '--invitations', 'ask'];
  const child = options.run(args);
  return { child, ready: await readyLine(child) };
}

/** The first line on standard output says that it answers; an end before that is a failure with its own words. */
async function readyLine(child: ChildProcess): Promise<z.infer<typeof Ready>> {
  const { stdout, stderr } = pipes(child);
  const complaint = collect(stderr);
  for await (const line of createInterface({ input: stdout })) {
    stdout.resume();
    return Ready.parse(JSON.parse(line));
  }
  throw new PrivateServiceError(
    `The private service did not start: ${(await complaint).trim() || 'it gave no reason'}`,
  );
}

async function ensureUser(
  options: { login: string; name: string },
  commandLine: (args: readonly string[]) => Promise<string>,
): Promise<void> {
  const users = await commandLine(['users', 'list', '--json']);
  if (users.includes(JSON.stringify(options.login))) return;
  await commandLine(['users', 'create', '--login', options.login, '--name', options.name, '--role', 'admin']);
}

async function runToEnd(run: RunService, args: readonly string[]): Promise<string> {
  const child = run(args);
  const { stdout, stderr } = pipes(child);
  const [output, complaint, code] = await Promise.all([
    collect(stdout),
    collect(stderr),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ]);
  if (code !== 0)
    throw new PrivateServiceError(`The private service refused "${args.slice(0, 2).join(' ')}": ${complaint.trim()}`);
  return output;
}

async function collect(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) text = (text + String(chunk)).slice(-64_000);
  return text;
}

function pipes(child: ChildProcess): { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
  if (child.stdout === null || child.stderr === null)
    throw new PrivateServiceError('The private service was started without pipes.');
  return { stdout: child.stdout, stderr: child.stderr };
}
