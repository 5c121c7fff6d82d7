import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** Other programs that a bench runs, and its view of any process (Linux). */

/** Is the program installed? */
export async function isInstalled(program: string): Promise<boolean> {
  const child = spawn('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
  const [code] = await once(child, 'close');
  return code === 0;
}

/** Runs it to its end and returns its output. @throws when it ends with another code than `codes`. */
export async function run(
  program: string,
  args: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly codes?: readonly number[] } = {},
): Promise<string> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  });
  let text = '';
  let errors = '';
  child.stdout.on('data', (part: Buffer) => {
    text += text.length < 1_000_000 ? part.toString() : '';
  });
  child.stderr.on('data', (part: Buffer) => {
    errors = `${errors}${part.toString()}`.slice(-2000);
  });
  const [code] = await once(child, 'close');
  if (!(options.codes ?? [0]).includes(code as number)) throw new Error(`${program} ended with ${code}: ${errors}`);
  return text;
}

/** Starts it in the background; its output is dropped. */
export function start(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { readonly pid: number; stop(): Promise<void> } {
  const child: ChildProcess = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  const ended = once(child, 'close');
  return {
    pid: child.pid ?? -1,
    stop: async () => {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Seconds with two decimals. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round((performance.now() - started) / 10) / 100;
}

/** Processor time that a process has used with all its threads, in milliseconds; 0 when it has ended. */
export function processorMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name in brackets, which may hold anything: the 12th and 13th are ticks of 10 ms in user and kernel mode.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}
